import { randomBytes } from 'node:crypto'
import type { Queries } from 'api/db/database'
import type { MailedLink } from 'api/mail/mailed-link'
import { issueToken } from 'api/users'

/** The id of a link begins with the number of its deletion, so that it is known after the erasure, too. */
const linkIdOf = (deletionId: string) => `${deletionId}.${randomBytes(8).toString('hex')}`
export const deletionOf = (linkId: string) => linkId.split('.', 1)[0] ?? ''

/** A link that undoes this deletion, once, until the erasure. Those from before stay valid. */
export const issueUndoLink = (
  trx: Queries,
  { userId, deletionId, eraseAt }: { userId: string; deletionId: string; eraseAt: string },
  now: Date,
): Promise<MailedLink> =>
  issueToken(trx, {
    purpose: 'undo-deletion',
    userId,
    id: linkIdOf(deletionId),
    validMs: new Date(eraseAt).getTime() - now.getTime(),
    now,
  })
