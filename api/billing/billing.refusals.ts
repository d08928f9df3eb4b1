import { notFound, Refusal } from 'api/http/refusal'
import { problemCodes } from 'contract/problem'
import { InvoiceMissing, NothingToCompare } from './billing.errors'
import { refusalWords as words } from './billing.words'

/** How an error of this domain is answered; null for any other error. */
export const billingRefusal = (error: unknown): Refusal | null => {
  if (error instanceof InvoiceMissing) return notFound()
  if (error instanceof NothingToCompare)
    return new Refusal(404, { code: problemCodes.nothingToCompare, message: words.nothingToCompare })
  return null
}
