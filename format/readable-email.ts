import { domainToUnicode } from 'node:url'
import { normalizeEmail } from './email'

/** 'xn--p1ai' is «рф». */
const ENDS_IN_OTHER_LETTERS = /\.xn--[a-z\d-]+$/

/**
 * A stored address as people write it: 'petr@xn--80a1acny.xn--p1ai' → 'petr@почта.рф'. A domain that ends in Latin
 * letters stays as it is: in others it might look like another one. For the server: browsers lack the module.
 */
export function readableEmail(email: string): string {
  if (!ENDS_IN_OTHER_LETTERS.test(email)) return email
  const at = email.lastIndexOf('@')
  const written = `${email.slice(0, at + 1)}${domainToUnicode(email.slice(at + 1))}`
  return normalizeEmail(written) === email ? written : email
}
