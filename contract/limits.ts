/**
 * The numbers by which both the portal and the product API judge what was typed. Without zod, so that the browser may have
 * them, too.
 */

/** Kopecks: what one payment may come to, both ends included. */
export const paymentLimits = { least: 100, most: 35_000_000 } as const

/** Accounts of one payment: one transaction and one charge for them all. */
export const mostAccountsAtOnce = 200

/** Characters of an account's number that somebody may type; a product API's own may be longer. */
export const longestAccountNumber = 64

/**
 * Characters of an id or an account's number that comes back to the portal from its own forms and links. The product API
 * chose it, and answers may have any; no known system comes near this.
 */
export const longestReturnedId = 1_000

/** Characters of an account's number as it is typed, with spaces and signs. */
export const longestTypedAccountNumber = 200

/** Characters of the answer that proves an account. */
export const longestProof = 200

/** Characters of what a list of accounts is searched for. */
export const longestFilter = 200

/** Characters of an identifier of the embedded API, and of a mailed link. */
export const longestIdentifier = 200

/** Characters of an idempotency key, which any client may choose. */
export const longestIdempotencyKey = 255

/** Characters of a customer's own name for an account: code points. */
export const longestAccountTitle = 40

/** Characters of an owner's word for a person who may see an account. */
export const longestGrantLabel = 40

/** Invitations and grants of one account at a time. */
export const mostOpenGrants = 10

/** Characters of a customer's name. */
export const longestName = 100

/** Characters of a new password, both ends included. */
export const passwordLength = { min: 8, max: 128 } as const

/** The last day of the month that an autopayment may pay on: every month has it. */
export const lastPaymentDay = 28

/** Payments on one page of a history. */
export const mostPaymentsOnPage = 100

/** Meter readings on one page of a history. */
export const mostReadingsOnPage = 100

/** Months of charges in one answer. */
export const mostMonthsOfCharges = 60
