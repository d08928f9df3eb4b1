import type { Account } from 'contract/accounts'
import type { Invoice } from 'contract/invoices'
import { formatPeriod } from 'format/dates'
import { paths } from '~/paths'

/** Links of one kind, below the invoice. */
export interface LinkList {
  id: string
  title: string
  links: readonly { to: string; text: string; isCurrent?: boolean | undefined }[]
  note?: string | undefined
}

interface LinkedInvoice {
  invoice: Pick<Invoice, 'account' | 'period'>
  /** The months of all invoices, newest first. */
  periods: readonly string[]
  /** Null: not in the customer's list. */
  account: Pick<Account, 'balance'> | null
  /** The company's day. */
  today: string
}

/** The links of an invoice: to the account's other invoices, and to its papers. */
export const linkListsOf = (shown: LinkedInvoice): LinkList[] =>
  [monthsOf(shown), papersOf(shown)].filter(({ links }) => links.length > 0)

const monthsOf = ({ invoice: { account, period: current }, periods }: LinkedInvoice): LinkList => ({
  id: 'other-periods',
  title: 'Квитанции по\u00a0месяцам',
  links:
    periods.length < 2
      ? []
      : periods.map((period) => ({
          to: paths.invoice(account, period),
          text: formatPeriod(period),
          isCurrent: period === current,
        })),
})

/** A statement of each year, and the paper that nothing is owed. */
const papersOf = ({
  invoice: { account },
  periods,
  account: listedAccount,
  today,
}: LinkedInvoice): LinkList => {
  const years = [...new Set(periods.map((period) => period.slice(0, 4)))].sort().reverse()
  return {
    id: 'papers',
    title: 'Справки в\u00a0PDF',
    links: [
      ...years.map((year) => ({
        to: paths.statement(account, year),
        text: `За\u00a0${year}\u00a0год${today.startsWith(year) ? ', неполный' : ''}`,
      })),
      ...(listedAccount && listedAccount.balance <= 0
        ? [{ to: paths.statement(account), text: 'Об\u00a0отсутствии задолженности' }]
        : []),
    ],
    note: 'Без подписи и\u00a0печати: справку с\u00a0ними выдаёт компания.',
  }
}
