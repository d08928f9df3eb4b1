/** Limits of input for the portal and the product API. Without zod, so that the browser may import them. */

/** The smallest and the largest payment, in kopecks. */
export const paymentLimits = { least: 100, most: 35_000_000 } as const

/** Accounts in one payment, which is one transaction and one charge. */
export const mostAccountsAtOnce = 200

/** Characters of an account's number that a person types; numbers of a product API may be longer. */
export const longestAccountNumber = 64

/**
 * Characters of an id or an account's number that comes back from the portal's forms and links. The product API chose
 * it; no known system comes near this limit.
 */
export const longestReturnedId = 1_000

/** Characters of an account's number as it is typed, with spaces and signs. */
export const longestTypedAccountNumber = 200

/** Characters of the answer that proves an account. */
export const longestProof = 200

/** Characters of the search in a list of accounts. */
export const longestFilter = 200

/** Characters of an identifier of the embedded API, and of a mailed link. */
export const longestIdentifier = 200

/** Characters of an idempotency key, which any client may choose. */
export const longestIdempotencyKey = 255

/** Code points of a customer's own name for an account. */
export const longestAccountTitle = 40

/** Characters of an owner's label for a grant. */
export const longestGrantLabel = 40

/** Invitations and grants of one account at a time. */
export const mostOpenGrants = 10

/** Characters of a customer's name. */
export const longestName = 100

/** Characters of a new password, both ends included. */
export const passwordLength = { min: 8, max: 128 } as const

/** The last day of the month for an autopayment: every month has it. */
export const lastPaymentDay = 28

/** Payments on one page of a history. */
export const mostPaymentsOnPage = 100

/** Meter readings on one page of a history. */
export const mostReadingsOnPage = 100

/** Months of charges in one answer. */
export const mostMonthsOfCharges = 60
