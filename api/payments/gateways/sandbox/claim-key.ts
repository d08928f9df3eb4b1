import { createHash, randomUUID } from 'node:crypto'
import type { Queries } from 'api/db/database'
import { DAY } from 'format/durations'
import { rememberKey } from './sandbox-bank.repository'

/** How long a key stands for the request that it first came with. */
export const remembersKeysMs = DAY

/** The payment or refund that a key stands for; null when the key came with another body first. */
export const claimKey = async (
  trx: Queries,
  { key, body, now }: { key: string; body: string; now: Date },
): Promise<{ id: string; isNew: boolean } | null> => {
  const id = randomUUID()
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const keyRecord = await rememberKey(trx, {
    key,
    id,
    bodyHash,
    now: now.toISOString(),
    since: new Date(now.getTime() - remembersKeysMs).toISOString(),
  })
  return keyRecord.bodyHash === bodyHash ? { id: keyRecord.id, isNew: keyRecord.id === id } : null
}
