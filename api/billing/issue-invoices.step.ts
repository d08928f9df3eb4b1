import type { Database } from 'api/db/database'
import type { Step } from 'api/worker/worker'
import { today } from 'format/dates'
import { HOUR } from 'format/durations'
import type { Log } from 'monitoring/log'
import type { FindChargeRules } from './charge-rules'
import { endingRules } from './ending-rules'
import { issueInvoices, lastMonth } from './issue-invoices'

const againAfterFailureMs = 60_000
/** Computing every bill of a large register takes long. */
const mayTakeMs = 4 * HOUR

export interface IssueInvoicesOptions {
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
  let done: string | undefined
  let notBefore = 0
  return {
    name: 'issue invoices',
    mayTakeMs,
    async run() {
      const now = clock()
      const through = lastMonth(timeZone, now)
      if (through === done || now.getTime() < notBefore) return
      notBefore = now.getTime() + againAfterFailureMs
      const day = today(timeZone, now)
      const rules = await chargeRules(database.db, day)
      if (rules) for (const ending of endingRules(day)) log.warn({ ...ending }, 'a rule of law ends: update')
      const issued = rules ? await issueInvoices({ database, rules, timeZone, now, through }) : 0
      if (issued > 0) log.info({ period: through, issued }, 'invoices were issued')
      done = through
      notBefore = 0
    },
  }
}
