/**
 * Characters of an id or an account's number that comes back to the portal from its own forms and links. The product API
 * chose it, and answers may have any; no known system comes near this.
 */
export const LONGEST_RETURNED_ID = 1_000
