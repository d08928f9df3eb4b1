import type { Account } from 'contract/accounts'
import type { Autopayment } from 'contract/autopayments'
import { formatRubles } from 'format/money'
import { paths } from '~/paths'
import { needsToResume } from './resume-needs'

/** An account as the form's list names it. */
export interface AccountOption {
  value: string
  title: string
  /** What it has already: a second one would be refused. */
  existing: ExistingAutopayment | null
}

export interface ExistingAutopayment {
  status: 'active' | 'paused'
  to: string
}

/** 'Дом, 1000200030: к оплате 2 450,50 ₽', or that an autopayment is there. */
export const accountOptions = (
  accounts: readonly Account[],
  autopayments: readonly Autopayment[],
): AccountOption[] =>
  accounts.map(({ account, title, balance }) => {
    const name = [title?.trim(), account].filter(Boolean).join(', ')
    const existing = existingOf(autopayments.filter((one) => one.account === account))
    return { value: account, title: [name, remark(existing, balance)].filter(Boolean).join(': '), existing }
  })

const remark = (existing: ExistingAutopayment | null, balance: number) => {
  if (existing) return existing.status === 'active' ? 'автоплатёж уже подключён' : 'автоплатёж приостановлен'
  return balance > 0 ? `к оплате ${formatRubles(balance)}` : null
}

/** One that pays, or would after a press of a button; one without a card may be replaced. */
const existingOf = (autopayments: readonly Autopayment[]): ExistingAutopayment | null => {
  const active = autopayments.find(({ status }) => status === 'active')
  if (active) return { status: 'active', to: paths.autopayment(active.id) }
  const isPaused = autopayments.some((one) => one.status === 'paused' && !needsToResume(one))
  return isPaused ? { status: 'paused', to: paths.autopayments } : null
}
