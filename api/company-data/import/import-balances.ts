import type { Queries } from 'api/db/database'
import { appendAllToLedger, lockLedgersOf, type NewLedgerEntry } from 'api/ledger/ledger.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { firstOfEach } from './first-of-each'
import { lineWords as words } from './import.words'
import { defineKind, type ImportContext } from './import-kind'
import type { Counts } from './import-outcome'
import { momentsIn } from './moments'
import { findOpened } from './opening.repository'
import { findKnown } from './register.repository'

const fields = { account: 'required', day: 'required', balance: 'required' } as const
type Field = keyof typeof fields

interface BalanceEntry {
  line: number
  column: string
  account: string
  day: string
  /** Above zero is a debt. */
  balance: number
}

const writerOf = ({ bad, timeZone, now }: ImportContext) => {
  const { startOf } = momentsIn({ timeZone, now })

  const writeDay = async (trx: Queries, day: string, entries: readonly BalanceEntry[]): Promise<Counts> => {
    const at = startOf(day)
    const accounts = entries.map(({ account }) => account)
    const opened = await findOpened(trx, accounts, at)
    const counts = { added: 0, changed: 0, same: 0, included: 0 }
    const appended: NewLedgerEntry[] = []
    for (const { line, column, account, balance } of entries) {
      const before = opened.get(account) ?? { balance: 0, isOpened: false, newest: null }
      if (before.newest !== null && before.newest > at) {
        bad.add({ line, column, reason: words.laterOpening })
        continue
      }
      const amount = toKopecks(balance - before.balance)
      if (before.isOpened && amount === 0) {
        counts.same++
        continue
      }
      if (before.isOpened) counts.changed++
      else counts.added++
      // Also one of zero: it says from which day on entries count.
      appended.push({ account, kind: 'opening', amount, at })
    }
    await appendAllToLedger(trx, appended)
    return counts
  }

  return async (trx: Queries, entries: readonly BalanceEntry[]): Promise<Counts> => {
    const first = await firstOfEach(
      trx,
      entries,
      ({ account }) => account,
      ({ line, column }) => bad.add({ line, column, reason: words.twice }),
    )
    const known = await findKnown(
      trx,
      first.map(({ account }) => account),
    )
    const there = first.filter(({ line, column, account }) => {
      if (!known.has(account)) bad.add({ line, column, reason: words.unknownAccount(account) })
      return known.has(account)
    })
    const accounts = there.map(({ account }) => account)
    await lockLedgersOf(trx, accounts)
    const counts = { added: 0, changed: 0, same: 0, included: 0 }
    for (const day of new Set(there.map((entry) => entry.day))) {
      const written = await writeDay(
        trx,
        day,
        there.filter((entry) => entry.day === day),
      )
      counts.added += written.added
      counts.changed += written.changed
      counts.same += written.same
    }
    await settleByBalance(trx, accounts)
    return counts
  }
}

/**
 * What was owed at the start of a day by the company's own books. The ledger gets the difference, so that a later
 * balance corrects it; what is imported for earlier days afterwards counts as included.
 */
export const balancesImport = defineKind<Field, BalanceEntry>({
  name: 'balances',
  fields,
  async *entries(lines, reader, { today }) {
    for await (const line of lines) {
      reader.begin(line)
      const entry = {
        line: reader.line,
        column: reader.title('account'),
        account: reader.account('account'),
        day: reader.pastDay('day', today),
        balance: reader.money('balance'),
      }
      if (!reader.isBad) yield entry
    }
  },
  writer: writerOf,
})
