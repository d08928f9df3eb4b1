import { withoutInvisibleSigns } from './invisible-signs'

/** Longer than the 254 characters of an address, because NFC may shorten it. */
const LONGEST_TYPED = 320
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAIN_TYPED = /^[\p{L}\p{M}\p{N}.-]+$/u
const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

function asciiDomain(domain: string): string | null {
  if (!DOMAIN_TYPED.test(domain)) return null
  try {
    // URL is the one IDNA implementation that servers and browsers share.
    const { hostname } = new URL(`http://${domain}`)
    return DOMAIN.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

/**
 * Normalizes an e-mail address: trimmed, its domain in lower case and ASCII ('a@Почта.рф' → 'a@xn--…'). The part before
 * '@' keeps its case. Null for an invalid address.
 */
export function normalizeEmail(text: string): string | null {
  const typed = withoutInvisibleSigns(text).trim()
  // IDNA takes time quadratic in the domain's length.
  if (typed.length > LONGEST_TYPED) return null
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  if (at < 1 || local.length > 64 || !LOCAL.test(local)) return null
  const domain = asciiDomain(typed.slice(at + 1))
  return domain && local.length + 1 + domain.length <= 254 ? `${local}@${domain}` : null
}

/** 'ivan@example.ru' → 'i…@example.ru'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '…' : `${[...email][0]}…${email.slice(at)}`
}

/** The key of an address: in lower case, so that its spelling does not matter. */
export const emailKey = (address: string): string => address.toLowerCase()
