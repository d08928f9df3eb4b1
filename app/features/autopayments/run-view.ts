import type { AutopaymentRun } from 'contract/autopayments'
import { formatMoment } from 'format/dates'
import { formatRubles } from 'format/money'
import { paths } from '~/paths'
import type { BadgeTone } from '~/ui/badge/badge'
import { shownFailReason } from './autopayment-view'

/** One line of the log: a run, its outcome and the reason. */
export interface RunView {
  key: string
  when: string
  outcome: { text: string; tone: BadgeTone }
  amount: string
  reason: string
  /** The link to its payment. */
  to: string | null
}

const outcomes: Readonly<Record<AutopaymentRun['outcome'], RunView['outcome']>> = {
  charged: { text: 'Списано', tone: 'paid' },
  skipped: { text: 'Пропущено', tone: 'default' },
  failed: { text: 'Не прошло', tone: 'overdue' },
}

const NOTHING = '—'

export const viewOfRun = (
  run: AutopaymentRun,
  index: number,
  { timeZone, isSbp }: { timeZone: string; isSbp: boolean },
): RunView => ({
  key: `${run.at} ${index}`,
  when: formatMoment(run.at, timeZone),
  outcome: outcomes[run.outcome],
  amount: amountInWords(run),
  reason: shownFailReason(run.reason, isSbp) ?? NOTHING,
  to: run.payment ? paths.personalPayResult(run.payment) : null,
})

/** A link to its payment has to have words. */
const amountInWords = ({ amount, payment }: AutopaymentRun) => {
  if (amount) return formatRubles(amount)
  return payment ? 'Платёж' : NOTHING
}
