import { notFound, type Refusal } from 'api/http/refusal'
import { NotOwnAccount } from './billing.errors'

/** How an error of this domain is answered; null for any other error. */
export const billingRefusal = (error: unknown): Refusal | null =>
  error instanceof NotOwnAccount ? notFound() : null
