import { randomUUID } from 'node:crypto'
import { findParties } from 'api/accounts'
import type { Database, Queries } from 'api/db/database'
import { appendToLedger, balanceOf, lockLedgerOf } from 'api/ledger/ledger.repository'
import { raisePaidByCredit } from 'api/ledger/settlement.repository'
import { countVolumes } from 'api/readings'
import type { Step } from 'api/worker/worker'
import { toKopecks } from 'contract/money'
import { addDays, addMonths, today } from 'format/dates'
import { HOUR } from 'format/durations'
import { startOfDay } from 'format/local-hour'
import type { Log } from 'monitoring/log'
import type { ChargeRules, FindChargeRules } from './charge-rules'
import { endingRules } from './ending-rules'
import {
  findAccountsToBill,
  findBills,
  findPaidDays,
  findRefundsSince,
  insertInvoice,
} from './invoices.repository'
import { penaltySinceLastBill } from './overdue-penalty'
import { readVolumes } from './stored-invoice'
import { workingDayFrom } from './working-days'

interface IssueInput {
  database: Database
  rules: ChargeRules
  timeZone: string
  now: Date
  /** The last period to bill. Missed months before it are billed first. */
  through: string
}

/** The period that is billed on a day by default: the month before. */
export const lastMonth = (timeZone: string, now: Date) => addMonths(today(timeZone, now).slice(0, 7), -1)

/**
 * Issues the missing invoices and returns their number. Can be repeated, and run by several processes at once: an
 * account gets one invoice a period, and its charges are in the ledger once.
 */
export const issueInvoices = async ({ database, through, ...issuing }: IssueInput): Promise<number> => {
  const accounts = await findAccountsToBill(database.db, {
    accounts: issuing.rules.accounts,
    period: through,
  })
  let issued = 0
  for (const account of accounts) {
    const issueOne = () =>
      database.transaction((trx) => issueNext(trx, account, { ...issuing, through }), 'read committed')
    while (await issueOne()) issued++
  }
  return issued
}

// By law bills are delivered by the 5th and due by the 15th.
const daysToPay = 10

/** Returns false if no invoice was missing. */
const issueNext = async (
  trx: Queries,
  account: string,
  { rules, timeZone, now, through }: Omit<IssueInput, 'database'>,
): Promise<boolean> => {
  await lockLedgerOf(trx, account)
  const bills = await findBills(trx, account)
  const newest = bills.at(-1)
  const period = newest ? addMonths(newest.period, 1) : through
  if (period > through) return false

  const issuedAt = today(timeZone, now)
  const openingBalance = await balanceOf(trx, account)
  const counted = await countVolumes(trx, {
    account,
    period,
    billed: bills.flatMap(({ volumes }) => readVolumes(volumes)),
    normOf: (service) => rules.normOf(account, service),
    timeZone,
    now,
  })
  const { lines, dueAt } = rules.billOf(account, period, counted)
  const charged = sum(lines.map(({ total }) => total))
  const penalty = penaltySinceLastBill(bills, {
    day: issuedAt,
    balance: openingBalance,
    paidByDay: newest ? await receivedByDay(trx, { account, since: newest.issuedAt, timeZone }) : new Map(),
  })
  const id = randomUUID()
  const soonest = addDays(issuedAt, daysToPay)
  await insertInvoice(trx, {
    id,
    account,
    period,
    issued_at: issuedAt,
    due_at: workingDayFrom(dueAt > soonest ? dueAt : soonest),
    opening_balance: openingBalance,
    lines: JSON.stringify(lines),
    volumes: counted.billed.length > 0 ? JSON.stringify(counted.billed) : null,
    charged,
    penalty: penalty.total,
    penalty_days: penalty.days.length > 0 ? JSON.stringify(penalty.days) : null,
    parties: (await findParties(trx, [account]))(account),
  })
  const credit = -(charged + penalty.total)
  if (credit > 0) await raisePaidByCredit(trx, { account, amount: toKopecks(credit) })
  const recalculation = sum(lines.map((line) => line.recalculation ?? 0))
  const entry = { account, at: now.toISOString(), invoiceId: id }
  const amounts = [
    ['charge', charged - recalculation],
    ['recalculation', recalculation],
    ['penalty', penalty.total],
  ] as const
  for (const [kind, amount] of amounts) {
    if (amount !== 0) await appendToLedger(trx, { ...entry, kind, amount: toKopecks(amount) })
  }
  return true
}

/** Kopecks by day: payments less refunds. */
const receivedByDay = async (
  trx: Queries,
  { account, since, timeZone }: { account: string; since: string; timeZone: string },
): Promise<Map<string, number>> => {
  const paid = await findPaidDays(trx, { account, since })
  const received = new Map(paid.map(({ day, amount }) => [day, amount]))
  const moment = startOfDay(since, timeZone).toISOString()
  for (const { amount, refundedAt } of await findRefundsSince(trx, { account, since: moment })) {
    const day = today(timeZone, new Date(refundedAt))
    received.set(day, (received.get(day) ?? 0) - amount)
  }
  return received
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

const retryAfterMs = 60_000
/** Computing every bill of a large register takes long. */
const mayTakeMs = 4 * HOUR

interface IssueInvoicesOptions {
  database: Database
  chargeRules: FindChargeRules
  timeZone: string
  clock: () => Date
  log: Log
}

/**
 * The step that issues last month's invoices once a new month has begun in the company's time zone, and any missed
 * before.
 */
export const issueInvoicesStep = ({
  database,
  chargeRules,
  timeZone,
  clock,
  log,
}: IssueInvoicesOptions): Step => {
  let issuedThrough: string | undefined
  let notBefore = 0
  return {
    name: 'issue invoices',
    mayTakeMs,
    async run() {
      const now = clock()
      const through = lastMonth(timeZone, now)
      if (through === issuedThrough || now.getTime() < notBefore) return
      notBefore = now.getTime() + retryAfterMs
      const day = today(timeZone, now)
      const rules = await chargeRules(database.db, day)
      if (rules) for (const ending of endingRules(day)) log.warn({ ...ending }, 'a rule of law ends: update')
      const issued = rules ? await issueInvoices({ database, rules, timeZone, now, through }) : 0
      if (issued > 0) log.info({ period: through, issued }, 'invoices were issued')
      issuedThrough = through
      notBefore = 0
    },
  }
}
