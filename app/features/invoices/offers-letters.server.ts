import type { AppLoadContext } from '@remix-run/node'
import type { Api } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'

/** Whether to say that invoices may also come by letter: only to customers who do not have that yet. */
export const offersLetters = async (api: Api, context: AppLoadContext): Promise<boolean> => {
  if (!hasFeature(await context.baseData.current(), 'invoice-letters')) return false
  const letters = await api.loadIfPossible('invoiceLetters', {})
  return letters?.data.on === false
}
