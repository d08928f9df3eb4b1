import type { Queries } from 'api/db/database'
import { lineWords as words } from './import.words'
import type { ImportContext } from './import-kind'
import { isSamePayee } from './payee-fields'
import { findPayees, type PayeeRow, storePayees } from './register.repository'

interface PayeeOfLine {
  line: number
  payeeColumn: string
  payee: PayeeRow
}

/**
 * Writes each payee of a file once, and tells whose requisites it replaces: all accounts of a payee are paid there from
 * then on. An id stays with its organisation, so that no other file takes its accounts along.
 */
export const payeeWriter = ({ map, bad, changedPayees }: ImportContext) => {
  const idsOfMap = new Set(map.payees.map(({ id }) => id))
  const done = new Set<string>()
  return async (trx: Queries, lines: readonly PayeeOfLine[]) => {
    const fresh = lines.filter(({ payee: { id } }) => {
      const isFirst = !done.has(id)
      done.add(id)
      return isFirst
    })
    const stored = await findPayees(
      trx,
      fresh.map(({ payee }) => payee.id),
    )
    const rows = fresh.flatMap(({ line, payeeColumn, payee }) => {
      const before = stored.get(payee.id)
      if (!before) return [payee]
      if (isSamePayee(before, payee)) return []
      if (before.inn !== payee.inn) {
        bad.add({ line, column: payeeColumn, reason: words.otherOrganisation(payee.id) })
        return []
      }
      changedPayees.push(idsOfMap.has(payee.id) ? payee.id : payee.inn)
      return [payee]
    })
    await storePayees(trx, rows)
  }
}
