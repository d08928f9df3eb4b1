import type { Queries } from 'api/db/database'
import type { Tables } from 'api/db/tables'
import type { Insertable, Selectable } from 'kysely'

/** Letters that customers turn on and off: about invoices, or (null) about readings. */
export type OptionalLetters = Selectable<Tables['reminder_links']>['letters']

export const insertOffLink = async (trx: Queries, link: Insertable<Tables['reminder_links']>) => {
  await trx.insertInto('reminder_links').values(link).execute()
}

/** Whose link it is; undefined when there was none for these letters. */
export const findCustomerOfOffLink = async (
  db: Queries,
  { id, codeHash, letters }: { id: string; codeHash: string; letters: OptionalLetters },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('reminder_links')
      .select('user_id')
      .where('id', '=', id)
      .where('code_hash', '=', codeHash)
      .where('letters', letters === null ? 'is' : '=', letters)
      .executeTakeFirst()
  )?.user_id
