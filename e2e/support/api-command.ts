import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { DEFAULT_TIME_ZONE, today } from 'format/dates'
import type { Portal } from './portal'

const dataOf = ({ outboxFolder }: Portal) => dirname(outboxFolder)

/** Issues the demo company's invoices of the current month, as an operator may do by hand. */
export async function issueInvoices(portal: Portal): Promise<void> {
  const period = today(DEFAULT_TIME_ZONE, new Date()).slice(0, 7)
  const stdout = await runCommand(portal, ['issue-invoices', '--period', period])
  if (!/: [1-9]/.test(stdout)) throw new Error(`No invoice was issued: ${stdout}`)
}

/** Refunds a payment, as an operator does, until it is recorded: `sum` in rubles, or all that is left. */
export async function refunds(portal: Portal, payment: string, sum?: string): Promise<void> {
  const stdout = await runCommand(portal, [
    'refund',
    payment,
    ...(sum ? [sum] : []),
    '--why',
    'asked for by the payer',
  ])
  // The running server may be recording it meanwhile: the command then leaves that to it.
  if (!/ given back, | has not finished the refund /.test(stdout))
    throw new Error(`Nothing was given back: ${stdout}`)
  const open = `select request_id from refund_request_states where state not in ('accepted', 'refused')
    union all select gateway_refund_id from refund_checks`
  await expect.poll(() => inDatabase(portal, (db) => db.prepare(open).all())).toEqual([])
}

/** Runs a command of the embedded API with the portal's settings; returns what it printed. */
async function runCommand(portal: Portal, command: string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['build/api.js', ...command], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      PUBLIC_URL: portal.url,
      DATA_DIR: dataOf(portal),
      PAYMENT_GATEWAY: 'sandbox',
      SMTP_URL: 'file:',
    },
  })
  return stdout
}

/** Moves every monthly autopayment's next charge to tomorrow. */
export const comesToWarning = (portal: Portal) =>
  change(portal, 'update autopayments set next_plan_at = @now where next_plan_at is not null')

/** Moves the handover of all warnings a day back, so that their charges are due. */
export const comesToCharge = async (portal: Portal) => {
  const warned = `state = 'open' and warned_amount is not null`
  await change(
    portal,
    `update outbox set sent_at = @dayAgo
      where sent_at is not null and id in (select warning_id from autopayment_runs where ${warned})`,
  )
  await change(portal, `update autopayment_runs set charge_at = @now, due_at = @now where ${warned}`)
}

/** Has invoices looked at again for letters: that is done once a day. */
export const comesToMorning = (portal: Portal) =>
  change(portal, 'update invoice_letters set next_look_on = substr(@now, 1, 10)')

/** Gives the customer this many flats of one town; each owes a sum of its own. */
export async function ownsFlats(portal: Portal, email: string, count: number): Promise<void> {
  const flats = `with recursive flats(n) as (select 1 union all select n + 1 from flats where n < ${count})`
  const account = '5000000000 + n'
  for (const insert of [
    `insert or ignore into register_accounts (account, title, address, payer_name, search_text, proof_answer_hash, payee_id)
      ${flats} select ${account}, 'Квартира', 'г. Тихобережск, ул. ' || iif(n % 3, 'Малая Причальная', 'Садовая') || ', д. 14, кв. ' || n,
        'Воронцова Анна Сергеевна', '', '', 'housing' from flats`,
    `insert or ignore into ledger_entries (id, account, kind, amount, happened_at)
      ${flats} select 'debt-' || n, ${account}, 'opening', 412300 + 107 * n, @dayAgo from flats`,
    `insert into customer_accounts (user_id, account, is_default, added_at)
      ${flats} select users.id, ${account}, n = 1, @now from flats join users on email = '${email}'`,
  ])
    await change(portal, insert)
}

const DAY_MS = 24 * 3_600_000

/** Sets stored moments to now or to a day ago: the clock of the portal's process can't be changed. */
async function change(portal: Portal, statement: string): Promise<void> {
  const now = new Date()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  inDatabase(portal, (db) =>
    db.prepare(statement).run({ now: now.toISOString(), dayAgo: dayAgo.toISOString() }),
  )
}

function inDatabase<Result>(portal: Portal, work: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(join(dataOf(portal), 'portal.sqlite'), { timeout: 5_000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}
