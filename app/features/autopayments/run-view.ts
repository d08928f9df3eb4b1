import type { AutopaymentRun } from 'contract/autopayments'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { paths } from '~/paths'
import type { BadgeTone } from '~/ui/badge/badge'
import { whyInWords } from './why-in-words'

/** One line of the log: what an autopayment did, and why. */
export interface RunView {
  key: string
  when: string
  outcome: { text: string; tone: BadgeTone }
  amount: string
  reason: string
  /** The payment that it made. */
  to: string | null
}

const outcomes: Readonly<Record<AutopaymentRun['outcome'], RunView['outcome']>> = {
  charged: { text: 'Списано', tone: 'paid' },
  skipped: { text: 'Пропущено', tone: 'default' },
  failed: { text: 'Не прошло', tone: 'overdue' },
}

const NOTHING = '—'

export const viewOfRun = (run: AutopaymentRun, index: number, timeZone: string): RunView => ({
  key: `${run.at} ${index}`,
  when: formatMoment(run.at, timeZone),
  outcome: outcomes[run.outcome],
  amount: run.amount ? formatRubles(run.amount) : NOTHING,
  reason: whyInWords(run.reason) ?? NOTHING,
  to: run.payment ? paths.personalPayResult(run.payment) : null,
})
