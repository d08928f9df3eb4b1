import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { OptOutLink } from './autopayments.letters'
import { findRunOfLink, insertOptOutLink } from './runs.repository'

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Creates the link by which a customer opts out of the run's coming charge; only a hash of its code is stored. */
export const issueOptOutLink = async (trx: Queries, runId: string, now: Date): Promise<OptOutLink> => {
  const link = { id: randomBytes(16).toString('base64url'), code: randomBytes(32).toString('base64url') }
  await insertOptOutLink(trx, {
    id: link.id,
    runId,
    codeHash: hashOf(link.code),
    now: now.toISOString(),
  })
  return link
}

/** The run that a link is about, in whatever state; undefined when there was no such link. */
export const runOfOptOut = (db: Queries, { id, code }: OptOutLink) =>
  findRunOfLink(db, { id, codeHash: hashOf(code) })
