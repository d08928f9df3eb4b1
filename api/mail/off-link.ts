import type { Queries } from 'api/db/database'
import { hashOfMailedCode } from 'api/hashed-secret'
import { newSecretLink, type SecretLink } from './mailed-link'
import { findCustomerOfOffLink, insertOffLink, type OptionalLetters } from './off-links.repository'

/** Creates the link by which a customer turns such letters off without signing in; only a hash of its code is stored. */
export const issueOffLink = async (
  trx: Queries,
  { userId, letters, now }: { userId: string; letters: OptionalLetters; now: Date },
): Promise<SecretLink> => {
  const link = newSecretLink()
  await insertOffLink(trx, {
    id: link.id,
    user_id: userId,
    letters,
    code_hash: hashOfMailedCode(link.code),
    created_at: now.toISOString(),
  })
  return link
}

/** Whose letters a link turns off; undefined when there was no such link. */
export const customerOfOffLink = (db: Queries, { id, code }: SecretLink, letters: OptionalLetters) =>
  findCustomerOfOffLink(db, { id, codeHash: hashOfMailedCode(code), letters })
