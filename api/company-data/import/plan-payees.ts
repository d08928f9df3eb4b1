import type { Queries } from 'api/db/database'
import type { ImportContext } from './import-kind'
import { isSamePayee } from './payee-fields'
import { findPayees, type PayeeRow, storePayees } from './register.repository'

/**
 * Compares the payees of a file with the stored ones. All accounts of a payee are paid to the requisites of the last import,
 * so changed requisites are written at the end, with the log that names them. An id stays with its organisation, so that no
 * other file takes its accounts along.
 */
export const payeePlanner = ({ map }: Pick<ImportContext, 'map'>) => {
  const idsOfMap = new Set(map.payees.map(({ id }) => id))
  const changedRows = new Map<string, PayeeRow>()
  const changed = new Set<string>()

  return {
    changed,
    /** The payees that are new, and the ids that belong to another organisation. */
    async plan(
      db: Queries,
      payees: readonly PayeeRow[],
    ): Promise<{ added: PayeeRow[]; refusedIds: ReadonlySet<string> }> {
      const byId = new Map(payees.map((payee) => [payee.id, payee]))
      const stored = await findPayees(db, [...byId.keys()])
      const refusedIds = new Set<string>()
      const added: PayeeRow[] = []
      for (const [id, payee] of byId) {
        const before = stored.get(id)
        if (!before) added.push(payee)
        else if (before.inn !== payee.inn) refusedIds.add(id)
        else if (!isSamePayee(before, payee)) {
          changedRows.set(id, payee)
          changed.add(idsOfMap.has(id) ? id : payee.inn)
        }
      }
      return { added, refusedIds }
    },
    finish: (trx: Queries) => storePayees(trx, [...changedRows.values()]),
  }
}
