import type { Account } from 'contract/accounts'
import type { Autopayment } from 'contract/autopayments'
import { formatRubles } from 'format/money'
import { shownText, shownTitle } from 'format/shown-text'
import { paths } from '~/paths'
import { needsToResume } from './autopayment-view'

/** An account as an option of the form's select. */
export interface AccountOption {
  value: string
  title: string
  /** Its autopayment: a second one would be rejected. */
  existing: ExistingAutopayment | null
  /** Why it can't be paid here; null: it can. */
  unpayable: string | null
}

export interface ExistingAutopayment {
  status: 'active' | 'paused'
  to: string
}

/** '«Дом», 1000200030: к оплате 2 450,50 ₽', or a note that it has an autopayment. */
export const accountOptions = (
  accounts: readonly Account[],
  autopayments: readonly Autopayment[],
): AccountOption[] =>
  accounts.map(({ account, title, balance, unpayable }) => {
    const name = [shownTitle(title), account].filter(Boolean).join(', ')
    const existing = existingOf(autopayments.filter((one) => one.account === account))
    const note = unpayable ? 'на сайте не оплатить' : remark(existing, balance)
    const option = { value: account, title: [name, note].filter(Boolean).join(': ') }
    return { ...option, existing, unpayable: shownText(unpayable) }
  })

const remark = (existing: ExistingAutopayment | null, balance: number) => {
  if (existing) return existing.status === 'active' ? 'автоплатёж уже подключён' : 'автоплатёж приостановлен'
  return balance > 0 ? `к оплате ${formatRubles(balance)}` : null
}

/** The account's active or paused autopayment; one without a card may be replaced. */
const existingOf = (autopayments: readonly Autopayment[]): ExistingAutopayment | null => {
  const active = autopayments.find(({ status }) => status === 'active')
  if (active) return { status: 'active', to: paths.autopayment(active.id) }
  const isPaused = autopayments.some((one) => one.status === 'paused' && !needsToResume(one))
  return isPaused ? { status: 'paused', to: paths.autopayments } : null
}
