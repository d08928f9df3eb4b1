import { maskAddress, maskPayer } from 'api/accounts'
import { maskEmail } from 'format/email'
import { maskPhone } from 'format/phone'

/** How personal data are printed, and in which time zone moments are. */
export interface Shown {
  name(name: string): string
  email(email: string): string
  phone(phone: string): string
  address(address: string): string
  timeZone: string
  /** When it is printed, ISO 8601 in UTC. */
  now: string
}

/** Signs that a terminal obeys instead of showing them are printed as codes. */
const asItIs = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)

export const unmasked = { name: asItIs, email: asItIs, phone: asItIs, address: asItIs }

export const masked = { name: maskPayer, email: maskEmail, phone: maskPhone, address: maskAddress }
