import { type AppLoadContext, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { newFlash } from '~/server/session/flash.server'

/**
 * Where an autopayment can't be set anew yet, as its account is no longer on the customer's list: it leads to adding
 * that.
 */
export const toAddingAgain = (account: string, context: Pick<AppLoadContext, 'flash' | 'prefetch'>) => {
  const words = `Лицевого счёта ${account} больше нет в вашем кабинете. Сначала снова добавьте его.`
  if (!context.prefetch) context.flash.next = newFlash('info', words, { stays: true })
  return redirect(paths.addAccount)
}
