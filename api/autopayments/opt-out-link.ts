import type { Queries } from 'api/db/database'
import { hashOfMailedCode } from 'api/hashed-secret'
import { newSecretLink, type SecretLink } from 'api/mail/mailed-link'
import { findRunOfLink, insertOptOutLink } from './runs.repository'

/** Creates the link by which a customer opts out of the run's coming charge; only a hash of its code is stored. */
export const issueOptOutLink = async (trx: Queries, runId: string, now: Date): Promise<SecretLink> => {
  const link = newSecretLink()
  await insertOptOutLink(trx, {
    id: link.id,
    runId,
    codeHash: hashOfMailedCode(link.code),
    now: now.toISOString(),
  })
  return link
}

/** The run that a link is about, in whatever state; undefined when there was no such link. */
export const runOfOptOut = (db: Queries, { id, code }: SecretLink) =>
  findRunOfLink(db, { id, codeHash: hashOfMailedCode(code) })
