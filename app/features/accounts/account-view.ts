import type { Account } from 'contract/accounts'
import { daysBetween, dueInWords, formatDay, formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import { shownText } from 'format/no-breaks'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance-view'

/** An account as its card shows it, formatted. */
export interface AccountView {
  account: string
  title: string | null
  address: string | null
  payer: string | null
  isDefault: boolean
  balance: BalanceView
  /** `name` is a link to the invoice, and `text` follows it. */
  invoice: { period: string; name: string; text: string; overdue: boolean } | null
}

/** `today` is the company's calendar day, `2026-10-05`, from the server, so that the browser renders the same. */
export const viewOfAccount = (account: Account, today: string): AccountView => ({
  account: account.account,
  title: shownText(account.title),
  address: shownText(account.address),
  payer: account.payer?.trim() || null,
  isDefault: account.isDefault,
  balance: viewOfBalance(account.balance),
  invoice: account.lastInvoice ? invoiceOf(account.lastInvoice, account.balance, today) : null,
})

type LastInvoice = NonNullable<Account['lastInvoice']>

/** The invoice's `total` is what is left to pay on it; without a debt on the account it is not highlighted. */
const invoiceOf = ({ period, total, dueAt }: LastInvoice, balance: number, today: string) => {
  const name = `Квитанция за\u00a0${formatPeriod(period)}`
  const words = (text: string, overdue = false) => ({ period, name, text, overdue })
  if (total <= 0) return words(' оплачена')
  const sum = `: ${formatRubles(total)}`
  if (balance <= 0) return words(sum)
  const left = daysBetween(today, dueAt)
  const when = dueInWords(dueAt, today)
  if (left > 0) return words(`${sum}, оплатить ${when}`)
  if (left === 0) return words(`${sum}, ${when} оплаты`)
  return words(`${sum}, срок был ${formatDay(dueAt)}, ${when}`, true)
}
