import { randomInt } from 'node:crypto'
import { hashOfSecret } from 'api/hashed-secret'
import { RECOVERY_CODES } from 'contract/security'

/** Without characters that are taken for one another on paper: 0 and o, 1, i and l, u and v. */
const characters = '23456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const charactersInGroup = 4

const newGroup = () =>
  Array.from({ length: charactersInGroup }, () => characters[randomInt(characters.length)]).join('')

/** Ten new ones as they are shown: 'k7fp-q2mz-9xw4-h3tb', 78 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: groups }, newGroup).join('-'))

/** What is stored of a code. */
export const recoveryCodeHash = (userId: string, code: string): string =>
  hashOfSecret(`${userId}:${bare(code)}`)

/** However it is typed: with capitals, with other dashes or none. */
const bare = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
