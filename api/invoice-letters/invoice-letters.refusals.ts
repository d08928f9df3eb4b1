import { Refusal } from 'api/http/refusal'
import { OffLinkUnknown } from './invoice-letters.errors'
import { problemWords } from './invoice-letters.words'

/** How an error of this domain is answered; null for any other error. */
export const invoiceLettersRefusal = (error: unknown): Refusal | null =>
  error instanceof OffLinkUnknown ? new Refusal(422, { message: problemWords.unknownLink }) : null
