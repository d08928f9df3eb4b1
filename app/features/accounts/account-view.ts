import type { Account } from 'contract/accounts'
import { daysBetween, dueInWords, formatDay, formatDayWithYear, formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import { shownText, shownTitle } from 'format/shown-text'
import { rightsOf } from '~/layouts/page-account'
import { type BalanceView, viewOfBalance } from '~/ui/balance/balance'

/** An account as its card shows it, formatted. */
export interface AccountView {
  account: string
  title: string | null
  address: string | null
  payer: string | null
  isDefault: boolean
  /** Set if an owner shares the account with this customer, with the customer's rights; left out for an owner. */
  shared?: { grant: string | null; words: string; readings: boolean; pay: boolean } | undefined
  balance: BalanceView
  /** `name` is a link to the invoice, and `text` follows it. */
  invoice: { period: string; name: string; text: string; overdue: boolean } | null
}

/** `today` is the company's calendar day, `2026-10-05`, from the server, so that the browser renders the same. */
export const viewOfAccount = (account: Account, today: string): AccountView => ({
  account: account.account,
  title: shownTitle(account.title),
  address: shownText(account.address),
  payer: account.payer?.trim() || null,
  isDefault: account.isDefault,
  ...sharedOf(account),
  balance: viewOfBalance(account.balance),
  invoice: account.lastInvoice ? invoiceOf(account.lastInvoice, account.balance, today) : null,
})

const sharedOf = (account: Account): Pick<AccountView, 'shared'> => {
  const { access } = account
  const { own, readings, pay } = rightsOf(account)
  if (!access || own) return {}
  const from = access.from ? `Доступ от\u00a0${shownText(access.from)}` : 'Доступ от\u00a0владельца'
  const words = access.until ? `${from}, до\u00a0${formatDayWithYear(access.until)}` : from
  return { shared: { grant: access.grant ?? null, words, readings, pay } }
}

type LastInvoice = NonNullable<Account['lastInvoice']>

/** The invoice's `total` is what is left to pay on it; without a debt on the account it is not highlighted. */
const invoiceOf = ({ period, total, dueAt }: LastInvoice, balance: number, today: string) => {
  const name = `Квитанция за\u00a0${formatPeriod(period)}`
  const words = (text: string, overdue = false) => ({ period, name, text, overdue })
  if (total <= 0) return words(' оплачена')
  const sum = `: ${formatRubles(total)}`
  if (balance <= 0) return words(sum)
  const daysLeft = daysBetween(today, dueAt)
  const when = dueInWords(dueAt, today)
  if (daysLeft > 0) return words(`${sum}, оплатить ${when}`)
  if (daysLeft === 0) return words(`${sum}, ${when} оплаты`)
  return words(`${sum}, срок был ${formatDay(dueAt)}, ${when}`, true)
}
