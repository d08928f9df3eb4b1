import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { appendAllToLedger, lockLedgersOf } from 'api/ledger/ledger.repository'
import { countPayments } from 'api/ledger/payment-sums.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { sumByDay } from 'api/ledger/sum-by-day'
import { longestIdentifier } from 'contract/limits'
import { toKopecks } from 'contract/money'
import { today } from 'format/dates'
import { firstOfEach } from './first-of-each'
import { lineWords as words } from './import.words'
import { defineKind, entriesAtOnce, type ImportContext, type Staging } from './import-kind'
import { noCounts, sumOfCounts } from './import-outcome'
import { momentsIn } from './moments'
import { findNewestOpenings } from './opening.repository'
import { findPaidElsewhere, insertPayments } from './paid-elsewhere.repository'
import { findKnown } from './register.repository'
import {
  beginStaging,
  endStaging,
  nextStaged,
  type StagedPayment,
  sortStaged,
  stagePayments,
} from './staged-payments.repository'

const fields = {
  id: 'required',
  account: 'required',
  day: 'required',
  amount: 'required',
  /** Where it was made, as the history shows it: «Касса». */
  origin: 'optional',
} as const
type Field = keyof typeof fields

interface PaymentEntry {
  line: number
  idColumn: string
  accountColumn: string
  externalId: string
  account: string
  day: string
  amount: number
  origin: string
}

const methodTitle = (origin: string) => (origin === '' ? null : origin)

/** Stages the payments that are new. */
const stagerOf = ({ bad, timeZone, now }: ImportContext) => {
  const { momentOf } = momentsIn({ timeZone, now })
  return async (trx: Queries, entries: readonly PaymentEntry[]) => {
    const first = await firstOfEach(
      trx,
      entries,
      ({ externalId }) => externalId,
      ({ line, idColumn }) => bad.add({ line, column: idColumn, reason: words.twice }),
    )
    const known = await findKnown(trx, [...new Set(first.map(({ account }) => account))])
    const before = await findPaidElsewhere(
      trx,
      first.map(({ externalId }) => externalId),
    )
    let same = 0
    const fresh = first.filter(({ line, idColumn, accountColumn, externalId, account, amount, day }) => {
      const there = before.get(externalId)
      if (there) {
        const isOfDay =
          there.createdAt === momentOf(day) || today(timeZone, new Date(there.createdAt)) === day
        if (there.account === account && there.amount === amount && isOfDay) same++
        else bad.add({ line, column: idColumn, reason: words.otherPayment })
        return false
      }
      if (!known.has(account)) bad.add({ line, column: accountColumn, reason: words.unknownAccount(account) })
      return known.has(account)
    })
    await stagePayments(trx, fresh)
    return { ...noCounts, same }
  }
}

const writerOf = ({ timeZone, now }: Pick<ImportContext, 'timeZone' | 'now'>) => {
  const { momentOf } = momentsIn({ timeZone, now })
  return async (trx: Queries, staged: readonly StagedPayment[]) => {
    const accounts = [...new Set(staged.map(({ account }) => account))]
    await lockLedgersOf(trx, accounts)
    const openings = await findNewestOpenings(trx, accounts)
    const paid = staged.map((entry) => ({ ...entry, id: orderedId(), at: momentOf(entry.day) }))
    await insertPayments(
      trx,
      paid.map(({ id, externalId, account, amount, at, origin }) => ({
        id,
        external_id: externalId,
        account,
        amount,
        status: 'succeeded',
        created_at: at,
        paid_at: at,
        method_kind: 'other',
        method_title: methodTitle(origin),
        source: 'other',
      })),
    )
    const counted = paid.map(({ account, amount, at }) => ({
      account,
      amount,
      status: 'succeeded' as const,
      createdAt: at,
    }))
    await countPayments(trx, [...sumByDay(counted, timeZone).values()])
    const owed = paid.filter(({ account, at }) => at >= (openings.get(account) ?? ''))
    await appendAllToLedger(
      trx,
      owed.map(({ id, account, amount, at }) => ({
        account,
        kind: 'payment',
        amount: toKopecks(-amount),
        at,
        paymentId: id,
      })),
    )
    await settleByBalance(trx, accounts)
    return { ...noCounts, added: paid.length, included: paid.length - owed.length }
  }
}

/**
 * Writes by account: six indexes begin with it, and each is then gone through once. In the order of the file a payment
 * would change a page anywhere in each of them; when those do not fit its cache, SQLite writes and reads them over and over.
 */
const staging: Staging = {
  begin: beginStaging,
  async finish(trx, { timeZone, now, onBatch }) {
    const write = writerOf({ timeZone, now })
    const count = await sortStaged(trx)
    let counts = noCounts
    let next = await nextStaged(trx, { account: '', line: 0 }, entriesAtOnce)
    for (let last = next.at(-1); last !== undefined; last = next.at(-1)) {
      counts = sumOfCounts(counts, await write(trx, next))
      await onBatch(counts.added / count)
      next = await nextStaged(trx, last, entriesAtOnce)
    }
    await endStaging(trx)
    return counts
  },
}

/** Payments that were made elsewhere: at a cash desk, in a bank. */
export const paymentsImport = defineKind<Field, PaymentEntry>({
  name: 'payments',
  fields,
  async *entries(lines, reader, { today }) {
    for await (const line of lines) {
      reader.begin(line)
      const id = reader.text('id', longestIdentifier)
      const origin = reader.optionalText('origin', longestIdentifier)
      const amount = reader.money('amount')
      if (amount <= 0 && !reader.isBad) reader.refuse('amount', words.aboveZero)
      const entry = {
        line: reader.line,
        idColumn: reader.title('id'),
        accountColumn: reader.title('account'),
        // Two desks may number their payments alike.
        externalId: origin === '' ? id : `${origin}: ${id}`,
        account: reader.account('account'),
        day: reader.pastDay('day', today),
        amount,
        origin,
      }
      if (!reader.isBad) yield entry
    }
  },
  writer: stagerOf,
  staging,
})
