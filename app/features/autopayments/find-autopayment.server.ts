import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Autopayment } from 'contract/autopayments'
import { paths } from '~/paths'
import { type Api, pageNotFound } from '~/server/pages/guards.server'
import { newFlash } from '~/server/session/flash.server'

/** The customer's autopayment by its id. Throws the 404 screen for any other, also another customer's. */
export const findAutopayment = async (request: Request, api: Api, id: string): Promise<Autopayment> => {
  const { data } = await api.load('autopayments', {})
  const autopayment = data.find((autopayment) => autopayment.id === id)
  if (autopayment) return autopayment
  throw pageNotFound(request)
}

/**
 * Redirects to adding the account: an autopayment needs an account on the customer's list.
 */
export const toAddingAgain = (account: string, context: Pick<AppLoadContext, 'flash' | 'prefetch'>) => {
  const words = `Лицевого счёта ${account} больше нет в вашем кабинете. Сначала снова добавьте его.`
  if (!context.prefetch) context.flash.next = newFlash('info', words, { stays: true })
  return redirect(paths.addAccount)
}
