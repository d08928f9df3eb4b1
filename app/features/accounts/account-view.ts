import type { Account } from 'contract/accounts'
import { daysBetween, dueInWords, formatDay, formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import { shownAddress } from 'format/no-breaks'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance-view'

/** An account as its card shows it, formatted. */
export interface AccountView {
  account: string
  title: string | null
  address: string | null
  payer: string | null
  isDefault: boolean
  balance: BalanceView
  invoice: { text: string; overdue: boolean } | null
}

/** `today` is the company's calendar day, `2026-10-05`, from the server, so that the browser renders the same. */
export const viewOfAccount = (account: Account, today: string): AccountView => ({
  account: account.account,
  title: account.title?.trim() || null,
  address: shownAddress(account.address),
  payer: account.payer?.trim() || null,
  isDefault: account.isDefault,
  balance: viewOfBalance(account.balance),
  invoice: account.lastInvoice ? invoiceOf(account.lastInvoice, account.balance, today) : null,
})

type LastInvoice = NonNullable<Account['lastInvoice']>

/** The invoice's `total` is what is left to pay on it; without a debt on the account it is not highlighted. */
const invoiceOf = ({ period, total, dueAt }: LastInvoice, balance: number, today: string) => {
  const name = `Квитанция за\u00a0${formatPeriod(period)}`
  if (total <= 0) return { text: `${name} оплачена`, overdue: false }
  const sum = `${name}: ${formatRubles(total)}`
  if (balance <= 0) return { text: sum, overdue: false }
  const left = daysBetween(today, dueAt)
  const when = dueInWords(dueAt, today)
  if (left > 0) return { text: `${sum}, оплатить ${when}`, overdue: false }
  if (left === 0) return { text: `${sum}, ${when} оплаты`, overdue: false }
  return { text: `${sum}, срок был ${formatDay(dueAt)}, ${when}`, overdue: true }
}
