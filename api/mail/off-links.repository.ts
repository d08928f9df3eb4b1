import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import { hashOfMailedCode } from 'api/hashed-secret'
import type { Selectable } from 'kysely'
import { newSecretLink, type SecretLink } from './mailed-link'

/** Letters that customers turn on and off: about invoices, or (null) about readings. */
type OptionalLetters = Selectable<Tables['reminder_links']>['letters']

/** Creates the link that turns such letters off without signing in; only a hash of its code is stored. */
export const issueOffLink = async (
  trx: Queries,
  { userId, letters, now }: { userId: string; letters: OptionalLetters; now: Date },
): Promise<SecretLink> => {
  const link = newSecretLink()
  await trx
    .insertInto('reminder_links')
    .values({
      id: link.id,
      user_id: userId,
      letters,
      code_hash: hashOfMailedCode(link.code),
      created_at: now.toISOString(),
    })
    .execute()
  return link
}

/** The customer whose letters the link turns off; undefined for an unknown link. */
export const customerOfOffLink = async (
  db: Queries,
  { id, code }: SecretLink,
  letters: OptionalLetters,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('reminder_links')
      .select('user_id')
      .where('id', '=', id)
      .where('code_hash', '=', hashOfMailedCode(code))
      .where('letters', letters === null ? 'is' : '=', letters)
      .executeTakeFirst()
  )?.user_id
