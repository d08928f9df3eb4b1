import { domainToASCII } from 'node:url'

/** Who sends the letters: From, the envelope's sender and the domain of Message-IDs agree, as SPF and DMARC need. */
export interface MailSender {
  /** Empty when there is only an address. */
  name: string
  address: string
  domain: string
}

const named = /^"?(?<name>[^"<>\p{Cc}\u2028\u2029]*?)"?\s*<(?<address>[^<>]+)>$/u
const parts = /^(?<mailbox>[^\s@<>()[\]\\,;:"\p{Cc}]+)@(?<domain>[^\s@<>()[\]\\,;:"\p{Cc}]+)$/u

/** Reads `Name <address>` or an address; null for anything else. A domain in Cyrillic gets its ASCII form. */
export function readSender(text: string): MailSender | null {
  const { name = '', address = text } = named.exec(text.trim())?.groups ?? {}
  const { mailbox, domain: written = '' } = parts.exec(address.trim())?.groups ?? {}
  const domain = domainToASCII(written)
  if (mailbox === undefined || domain === '') return null
  return { name: name.trim(), address: `${mailbox}@${domain}`, domain }
}
