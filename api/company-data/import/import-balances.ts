import type { Queries } from 'api/db/database'
import { appendAllToLedger, type NewLedgerEntry } from 'api/ledger/ledger.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { toKopecks } from 'contract/money'
import { addDays } from 'format/dates'
import { heldWords, lineWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { noCounts } from './import-result'
import { unknownAccountReasons } from './lost-zeros'
import { momentsIn } from './moments'
import { findOpeningStates } from './opening.repository'
import { findMoneyOfSite, findUnconfirmedPayments } from './paid-elsewhere.repository'
import { findRegisterAccounts, lockKnownLedgers } from './register.repository'
import type { Entry } from './staged-entries'

const fields = { account: 'required', day: 'required', balance: 'required' } as const
type Field = keyof typeof fields

interface BalanceEntry extends Entry {
  day: string
  /** Above zero is a debt. */
  balance: number
}

/** A billing posts the register of a day within these days, holidays included. */
const daysToPost = 10

const plannerOf = ({ timeZone, now, confirmed }: ImportContext): Planner<Field, BalanceEntry> => {
  const { startOf } = momentsIn({ timeZone, now })

  const planDay = async (db: Queries, day: string, entries: readonly BalanceEntry[]) => {
    const at = startOf(day)
    const span = { since: startOf(addDays(day, -daysToPost)), until: at }
    const accounts = entries.map(({ account }) => account)
    const openings = await findOpeningStates(db, accounts, at)
    const moneyOfSite = await findMoneyOfSite(db, accounts, span)
    const unconfirmedPayments = await findUnconfirmedPayments(db, accounts, span)
    const counts = { ...noCounts }
    const refused: Refusal<Field>[] = []
    const held: Refusal<Field>[] = []
    const ledger: NewLedgerEntry[] = []
    for (const { line, account, balance } of entries) {
      const before = openings.get(account) ?? { balance: 0, isOpened: false, isBilled: false, newest: null }
      if (before.newest !== null && before.newest > at) {
        refused.push({ line, account, field: 'account', reason: words.laterOpening })
        continue
      }
      const amount = toKopecks(balance - before.balance)
      if (before.isOpened && amount === 0) {
        counts.same++
        continue
      }
      const missing = before.isBilled ? entriesAddingUpTo(moneyOfSite.get(account) ?? [], -amount) : null
      if (missing && !confirmed) {
        held.push({ line, account, field: 'balance', reason: heldWords.withoutPayments(Math.abs(amount)) })
        continue
      }
      if (before.isOpened) counts.changed++
      else counts.added++
      const included = entriesAddingUpTo(unconfirmedPayments.get(account) ?? [], -amount)
      ledger.push({
        account,
        kind: 'opening',
        // Also an opening of zero: entries count from its day on.
        amount,
        at,
        ...(included && { includedPayments: included.map(({ id }) => id) }),
      })
    }
    return { counts, refused, held, ledger }
  }

  return {
    lock: lockKnownLedgers,
    async plan(db, entries) {
      const accounts = entries.map(({ account }) => account)
      const registerAccounts = await findRegisterAccounts(db, accounts)
      const whyUnknown = await unknownAccountReasons(db, accounts, registerAccounts)
      const counts = { ...noCounts }
      const refused: Refusal<Field>[] = entries
        .filter(({ account }) => !registerAccounts.has(account))
        .map(({ line, account }) => ({
          line,
          account,
          field: 'account',
          reason: whyUnknown(account),
        }))
      const held: Refusal<Field>[] = []
      const ledger: NewLedgerEntry[] = []
      const registered = entries.filter(({ account }) => registerAccounts.has(account))
      for (const day of new Set(registered.map((entry) => entry.day))) {
        const planned = await planDay(
          db,
          day,
          registered.filter((entry) => entry.day === day),
        )
        counts.added += planned.counts.added
        counts.changed += planned.counts.changed
        counts.same += planned.counts.same
        refused.push(...planned.refused)
        held.push(...planned.held)
        ledger.push(...planned.ledger)
      }
      return {
        counts,
        refused,
        held,
        async write(trx) {
          await appendAllToLedger(trx, ledger)
          await settleByBalance(
            trx,
            ledger.map(({ account }) => account),
          )
        },
      }
    },
  }
}

/**
 * Balances at the start of a day by the company's own books. The ledger gets the difference, so that a later balance
 * corrects it. Payments and charges of earlier days that are imported afterwards count as included.
 */
export const balancesImport: ImportKind<Field, BalanceEntry> = {
  name: 'balances',
  fields,
  repeated: { field: 'account', reason: words.twice },
  async *entries(lines, reader, { today }) {
    for await (const line of lines) {
      reader.begin(line)
      const account = reader.account('account')
      const entry = {
        line: reader.line,
        account,
        key: account,
        day: reader.pastDay('day', today),
        balance: reader.money('balance'),
      }
      if (!reader.isBad) yield entry
    }
  },
  planner: plannerOf,
}

/** Only so many of the newest payments are compared: each one doubles the combinations. */
const mostCompared = 10

/** Finds entries whose amounts add up to the sum, the newest first. `null` if there are none, or for a sum of zero. */
const entriesAddingUpTo = <One extends { amount: number }>(
  entries: readonly One[],
  sum: number,
): readonly One[] | null => {
  const choices = new Map<number, readonly One[]>([[0, []]])
  for (const entry of entries.slice(0, mostCompared))
    for (const [total, chosen] of [...choices])
      if (!choices.has(total + entry.amount)) choices.set(total + entry.amount, [...chosen, entry])
  return sum === 0 ? null : (choices.get(sum) ?? null)
}
