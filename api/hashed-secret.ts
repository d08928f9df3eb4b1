import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for an address. The last character is a letter or a digit: it carries only four of the bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret. It is too random to be guessed from a fast hash. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * What is stored of a code in a letter's link. Mail programs take a sign after a link for a part of it; no code ends with
 * one, so it is left out.
 */
export const hashOfMailedCode = (code: string) => hashOfSecret(code.replace(/[^A-Za-z\d]+$/, ''))
