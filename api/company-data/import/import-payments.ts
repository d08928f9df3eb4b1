import type { Queries } from 'api/db/database'
import { orderedId } from 'api/db/ordered-id'
import { appendAllToLedger } from 'api/ledger/ledger.repository'
import { countPayments, sumByDay } from 'api/ledger/payment-sums.repository'
import { settleByBalance } from 'api/ledger/settlement.repository'
import { longestIdentifier } from 'contract/limits'
import { toKopecks } from 'contract/money'
import { addDays, today } from 'format/dates'
import { heldWords, lineWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { noCounts } from './import-result'
import { unknownAccountReasons } from './lost-zeros'
import { momentsIn } from './moments'
import { findNewestOpenings } from './opening.repository'
import {
  findPaidElsewhere,
  findReversals,
  findSimilarPayments,
  insertPayments,
  insertReversals,
} from './paid-elsewhere.repository'
import { findRegisterAccounts, lockKnownLedgers } from './register.repository'
import type { Entry } from './staged-entries'

interface Money {
  externalId: string
  account: string
  /** Above zero. */
  amount: number
  at: string
  /** False: an opening balance includes it. */
  isOwed: boolean
}

interface NewPayment extends Money {
  id: string
  origin: string
}

interface NewReversal extends Money {
  paymentId: string
}

/**
 * Writes imported payments, and their reversals as refunds. The caller has locked the ledgers. A balance changes only by
 * payments that the opening balance does not include.
 */
const writePayments = async (
  trx: Queries,
  {
    payments,
    reversals,
    timeZone,
    now,
  }: {
    payments: readonly NewPayment[]
    reversals: readonly NewReversal[]
    timeZone: string
    now: Date
  },
) => {
  await insertPayments(
    trx,
    payments.map(({ id, externalId, account, amount, at, origin }) => ({
      id,
      external_id: externalId,
      account,
      amount,
      status: 'succeeded',
      created_at: at,
      paid_at: at,
      method_kind: 'other',
      method_title: origin === '' ? null : origin,
      source: 'other',
    })),
  )
  const succeeded = payments.map(({ account, amount, at }) => ({
    account,
    amount,
    status: 'succeeded' as const,
    createdAt: at,
  }))
  await countPayments(trx, [...sumByDay(succeeded, timeZone).values()])
  const refunds = reversals.map((reversal) => ({ ...reversal, id: orderedId() }))
  await insertReversals(trx, refunds, now)
  await appendAllToLedger(trx, [
    ...payments.flatMap(({ id, account, amount, at, isOwed }) =>
      isOwed ? [{ account, kind: 'payment' as const, amount: toKopecks(-amount), at, paymentId: id }] : [],
    ),
    ...refunds.flatMap(({ id, account, amount, at, isOwed }) =>
      isOwed ? [{ account, kind: 'refund' as const, amount: toKopecks(amount), at, refundId: id }] : [],
    ),
  ])
  await settleByBalance(trx, [...new Set([...payments, ...reversals].map(({ account }) => account))])
}

const fields = {
  id: 'required',
  account: 'required',
  day: 'required',
  amount: 'required',
  /** The place of the payment, as the history shows it: «Касса». */
  origin: 'optional',
  /** Of a reversal: the `id` of the payment. If empty, both have the same `id`. */
  reverses: 'optional',
} as const
type Field = keyof typeof fields

interface PaymentEntry extends Entry {
  /** Its number with its origin: two cash desks may use the same numbers. */
  externalId: string
  day: string
  /** Below zero: a reversal. */
  amount: number
  origin: string
  /** Of a reversal: the number of the payment, with its origin. */
  reverses: string
}

const plannerOf = ({ timeZone, now, confirmed }: ImportContext): Planner<Field, PaymentEntry> => {
  const { startOf, momentOf } = momentsIn({ timeZone, now })
  const isOfDay = (moment: string, day: string) =>
    moment === momentOf(day) || today(timeZone, new Date(moment)) === day
  const boundsOf = (day: string) => ({
    begunSince: startOf(addDays(day, -7)),
    since: startOf(day),
    until: startOf(addDays(day, 1)),
  })

  return {
    lock: lockKnownLedgers,
    async plan(db, entries) {
      const accounts = [...new Set(entries.map(({ account }) => account))]
      const registerAccounts = await findRegisterAccounts(db, accounts)
      const whyUnknown = await unknownAccountReasons(db, accounts, registerAccounts)
      const openings = await findNewestOpenings(db, accounts)
      const before = await findPaidElsewhere(
        db,
        entries.flatMap(({ externalId, reverses }) =>
          reverses === '' ? [externalId] : [externalId, reverses],
        ),
      )
      const paid = entries.filter(({ amount }) => amount > 0)
      const reversals = entries.filter(({ amount }) => amount < 0)
      const reversedBefore = await findReversals(
        db,
        reversals.map(({ externalId }) => externalId),
      )
      const unknownPayments = paid.filter(({ externalId }) => !before.has(externalId))
      const alike = confirmed
        ? new Map<number, string[]>()
        : await findSimilarPayments(
            db,
            unknownPayments.map(({ line, account, amount, day }) => ({
              line,
              account,
              amount,
              ...boundsOf(day),
            })),
          )

      const counts = { ...noCounts }
      const refused: Refusal<Field>[] = []
      const held: Refusal<Field>[] = []
      const newPayments: NewPayment[] = []
      const newReversals: NewReversal[] = []
      /** Payments by number, with the amount that can still be reversed. */
      const payments = new Map<string, { id: string; account: string; reversible: number }>()
      for (const { externalId, id, account, amount, refunded } of before.values())
        payments.set(externalId, { id, account, reversible: amount - refunded })
      const heldIds = new Set<string>()
      const isOwed = (account: string, at: string) => at >= (openings.get(account) ?? '')
      const countNew = (isOwedNow: boolean) => {
        counts.added++
        if (!isOwedNow) counts.included++
      }

      /** A stored payment is the double of one line at most, and of none if the file has its number. */
      const matchedNumbers = new Set(before.keys())
      for (const { line, account, externalId, amount, day, origin } of paid) {
        const stored = before.get(externalId)
        if (stored) {
          if (stored.account === account && stored.amount === amount && isOfDay(stored.createdAt, day))
            counts.same++
          else refused.push({ line, account, field: 'id', reason: words.otherPayment })
          continue
        }
        if (!registerAccounts.has(account)) {
          refused.push({ line, account, field: 'account', reason: whyUnknown(account) })
          continue
        }
        const double = alike.get(line)?.find((id) => !matchedNumbers.has(id))
        if (double !== undefined) {
          matchedNumbers.add(double)
          heldIds.add(externalId)
          held.push({ line, account, field: 'id', reason: heldWords.probablyDouble(double) })
          continue
        }
        const at = momentOf(day)
        const payment = {
          id: orderedId(),
          externalId,
          account,
          amount,
          at,
          origin,
          isOwed: isOwed(account, at),
        }
        newPayments.push(payment)
        payments.set(externalId, { id: payment.id, account, reversible: amount })
        countNew(payment.isOwed)
      }
      for (const { line, account, externalId, amount, day, reverses } of reversals) {
        const stored = reversedBefore.get(externalId)
        if (stored) {
          if (stored.account === account && stored.amount === -amount && isOfDay(stored.at, day))
            counts.same++
          else refused.push({ line, account, field: 'id', reason: words.otherReversal })
          continue
        }
        const payment = payments.get(reverses)
        if (heldIds.has(reverses))
          held.push({ line, account, field: 'amount', reason: heldWords.reversalOfHeld })
        else if (payment?.account !== account)
          refused.push({ line, account, field: 'amount', reason: words.nothingToReverse })
        else if (payment.reversible < -amount)
          refused.push({ line, account, field: 'amount', reason: words.reversesMore(payment.reversible) })
        else {
          payment.reversible += amount
          const at = momentOf(day)
          const reversal = {
            externalId,
            paymentId: payment.id,
            account,
            amount: -amount,
            at,
            isOwed: isOwed(account, at),
          }
          newReversals.push(reversal)
          countNew(reversal.isOwed)
        }
      }
      return {
        counts: { ...counts, ...(newReversals.length > 0 && { reversals: newReversals.length }) },
        refused,
        held,
        write: (trx) => writePayments(trx, { payments: newPayments, reversals: newReversals, timeZone, now }),
      }
    },
  }
}

/** Payments that were made elsewhere: at a cash desk, in a bank; and their reversals. */
export const paymentsImport: ImportKind<Field, PaymentEntry> = {
  name: 'payments',
  fields,
  repeated: { field: 'id', reason: words.twice },
  async *entries(lines, reader, { today: lastDay }) {
    for await (const line of lines) {
      reader.begin(line)
      const id = reader.identifier('id')
      const origin = reader.optionalText('origin', longestIdentifier)
      const reverses = reader.optionalIdentifier('reverses')
      const amount = reader.money('amount')
      if (amount === 0 && !reader.isBad) reader.refuse('amount', words.notZero)
      if (amount > 0 && reverses !== '') reader.refuse('amount', words.belowZero, ['reverses'])
      const withOrigin = (number: string) => (origin === '' ? number : `${origin}: ${number}`)
      const externalId = withOrigin(id)
      const entry = {
        line: reader.line,
        account: reader.account('account'),
        key: amount < 0 ? `reversal ${externalId}` : `payment ${externalId}`,
        externalId,
        day: reader.pastDay('day', lastDay),
        amount,
        origin,
        reverses: amount < 0 ? withOrigin(reverses === '' ? id : reverses) : '',
      }
      if (!reader.isBad) yield entry
    }
  },
  planner: plannerOf,
}
