import type { Queries } from 'api/db/database'
import { deleteInBatches } from 'api/db/delete-in-batches'
import type { ReminderLinksTable } from 'api/db/tables'
import type { Insertable, Selectable } from 'kysely'

/** Letters that customers turn on and off: about invoices, or (null) about readings. */
export type OptionalLetters = Selectable<ReminderLinksTable>['letters']

export const insertOffLink = async (trx: Queries, link: Insertable<ReminderLinksTable>) => {
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

export const deleteOffLinksBefore = (db: Queries, moment: string) =>
  deleteInBatches(db, { table: 'reminder_links', key: 'id', column: 'created_at', until: moment })
