import { orderedId } from 'api/db/ordered-id'
import { longestIdentifier } from 'contract/limits'
import { addDays, today } from 'format/dates'
import { heldWords, lineWords as words } from './import.words'
import type { ImportContext, ImportKind, Planner, Refusal } from './import-kind'
import { unknownAccountReasons } from './lost-zeros'
import { momentsIn } from './moments'
import { findNewestOpenings } from './opening.repository'
import { findAlike, findPaidElsewhere, findReversals } from './paid-elsewhere.repository'
import { findKnown, lockKnownLedgers } from './register.repository'
import type { Entry } from './staged-entries'
import { type NewPayment, type NewReversal, writePayments } from './write-payments'

const fields = {
  id: 'required',
  account: 'required',
  day: 'required',
  amount: 'required',
  /** Where it was made, as the history shows it: «Касса». */
  origin: 'optional',
  /** Of a reversal: the `id` of the payment, unless it is its own. */
  reverses: 'optional',
} as const
type Field = keyof typeof fields

interface PaymentEntry extends Entry {
  /** Its number with its origin: two desks may number their payments alike. */
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
      const registerAccounts = await findKnown(db, accounts)
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
      const fresh = paid.filter(({ externalId }) => !before.has(externalId))
      const alike = confirmed
        ? new Map<number, string[]>()
        : await findAlike(
            db,
            fresh.map(({ line, account, amount, day }) => ({ line, account, amount, ...boundsOf(day) })),
          )

      const counts = { added: 0, changed: 0, same: 0, included: 0 }
      const refused: Refusal<Field>[] = []
      const held: Refusal<Field>[] = []
      const newPayments: NewPayment[] = []
      const newReversals: NewReversal[] = []
      /** What can still be reversed, by number. */
      const payments = new Map<string, { id: string; account: string; left: number }>()
      for (const { externalId, id, account, amount, refunded } of before.values())
        payments.set(externalId, { id, account, left: amount - refunded })
      const heldIds = new Set<string>()
      const isOwed = (account: string, at: string) => at >= (openings.get(account) ?? '')
      const countNew = (isOwedNow: boolean) => {
        counts.added++
        if (!isOwedNow) counts.included++
      }

      /** A payment that is there explains one line that is like it, and none if the file has it by its own number. */
      const explained = new Set(before.keys())
      for (const { line, account, externalId, amount, day, origin } of paid) {
        const there = before.get(externalId)
        if (there) {
          if (there.account === account && there.amount === amount && isOfDay(there.createdAt, day))
            counts.same++
          else refused.push({ line, account, field: 'id', reason: words.otherPayment })
          continue
        }
        if (!registerAccounts.has(account)) {
          refused.push({ line, account, field: 'account', reason: whyUnknown(account) })
          continue
        }
        const double = alike.get(line)?.find((id) => !explained.has(id))
        if (double !== undefined) {
          explained.add(double)
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
        payments.set(externalId, { id: payment.id, account, left: amount })
        countNew(payment.isOwed)
      }
      for (const { line, account, externalId, amount, day, reverses } of reversals) {
        const there = reversedBefore.get(externalId)
        if (there) {
          if (there.account === account && there.amount === -amount && isOfDay(there.at, day)) counts.same++
          else refused.push({ line, account, field: 'id', reason: words.otherReversal })
          continue
        }
        const payment = payments.get(reverses)
        if (heldIds.has(reverses))
          held.push({ line, account, field: 'amount', reason: heldWords.reversalOfHeld })
        else if (payment?.account !== account)
          refused.push({ line, account, field: 'amount', reason: words.nothingToReverse })
        else if (payment.left < -amount)
          refused.push({ line, account, field: 'amount', reason: words.reversesMore(payment.left) })
        else {
          payment.left += amount
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
      const numbered = (number: string) => (origin === '' ? number : `${origin}: ${number}`)
      const externalId = numbered(id)
      const entry = {
        line: reader.line,
        account: reader.account('account'),
        key: amount < 0 ? `reversal ${externalId}` : `payment ${externalId}`,
        externalId,
        day: reader.pastDay('day', lastDay),
        amount,
        origin,
        reverses: amount < 0 ? numbered(reverses === '' ? id : reverses) : '',
      }
      if (!reader.isBad) yield entry
    }
  },
  planner: plannerOf,
}
