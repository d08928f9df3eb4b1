import { createHash, timingSafeEqual } from 'node:crypto'
import { parseRubles } from 'format/money'

/** A surname however it was typed, an amount of money in whatever form. */
function plainAnswer(answer: string): string {
  const rubles = parseRubles(answer)
  if (rubles.ok) return `${rubles.kopecks} kopecks`
  return answer.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()
}

/** What the register keeps of the answer that proves an account to be one's own (`proof_answer_hash`). */
export function hashProof(account: string, answer: string): string {
  return createHash('sha256')
    .update(`${account}\n${plainAnswer(answer)}`)
    .digest('base64url')
}

/** Whether the answer is the right one; takes the same time either way. */
export function isProof(account: string, answer: string, hash: string): boolean {
  const given = Buffer.from(hashProof(account, answer))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}
