import { z } from 'zod'
import { fieldWords } from './payments.words'

/** A page of the portal: a bank must not be made to send a payer anywhere else. */
const ownAddress = (publicUrl: string) =>
  z
    .string()
    .max(2_000)
    .refine((text) => isOnSite(text, publicUrl), fieldWords.returnAddress)

const isOnSite = (text: string, publicUrl: string) => {
  if (!/^https?:\/\//i.test(text) || /[\p{Cc} \\]/u.test(text)) return false
  try {
    const url = new URL(text)
    return url.origin === new URL(publicUrl).origin && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

/** The portal's pages that a payer comes back to. */
export const returnAddresses = (publicUrl: string) => ({
  successUrl: ownAddress(publicUrl),
  failedUrl: ownAddress(publicUrl),
})
