import type { Autopayment } from 'contract/autopayments'
import type { Api } from '~/server/pages/guards.server'

/** The customer's autopayment by its id. Throws the 404 screen for any other, also another customer's. */
export const findAutopayment = async (request: Request, api: Api, id: string): Promise<Autopayment> => {
  const { data } = await api.load('autopayments', {})
  const found = data.find((autopayment) => autopayment.id === id)
  if (found) return found
  throw new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
}
