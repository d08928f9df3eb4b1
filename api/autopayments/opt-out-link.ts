import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { RefusalLink } from './autopayments.letters'
import { findRefusedRun, insertRefusal } from './runs.repository'

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Makes what a letter's link carries to refuse the run's coming charge; only a hash of its code is kept. */
export const issueRefusal = async (trx: Queries, runId: string, now: Date): Promise<RefusalLink> => {
  const link = { id: randomBytes(16).toString('base64url'), code: randomBytes(32).toString('base64url') }
  await insertRefusal(trx, {
    id: link.id,
    runId,
    codeHash: hashOf(link.code),
    now: now.toISOString(),
  })
  return link
}

/** The run that a link is about, whatever has become of it; undefined when there never was such a link. */
export const runOfRefusal = (db: Queries, { id, code }: RefusalLink) =>
  findRefusedRun(db, { id, codeHash: hashOf(code) })
