import { formatAmount } from 'format/money'
import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { demoAutopayment } from './demo-autopayment'
import { demoBilling } from './demo-billing'
import { demoCustomers } from './demo-customers'
import { demoPayees } from './demo-payees'
import type { DemoData, DemoInvoice, DemoProof, DemoRegisterAccount } from './demo-types'

/** What the last bill asked for, in kopecks, as it stands printed on it. */
export const lastBillAnswer = (asked: number) => formatAmount(Math.max(asked, 0))

function proofOf(story: DemoAccountStory, newest: DemoInvoice | undefined): DemoProof {
  if (story.proof === 'surname') {
    return {
      label: 'Фамилия плательщика',
      hint: 'Как в строке «Плательщик» на квитанции',
      answer: story.payerName.split(' ')[0] ?? '',
    }
  }
  const asked = newest ? newest.openingBalance + newest.charged + newest.penalty : 0
  return {
    label: 'Сумма последнего счёта',
    hint: 'Строка «Итого к оплате» в последней квитанции, например 1\u00a0234,56',
    answer: lastBillAnswer(asked),
  }
}

function registerAccount(story: DemoAccountStory, newest: DemoInvoice | undefined): DemoRegisterAccount {
  const { account, title, address, payerName, area, residents, payeeId } = story
  return { account, title, address, payerName, area, residents, payeeId, proof: proofOf(story, newest) }
}

/**
 * All that an empty database is filled with: payees, the register of accounts (some of them nobody has added yet),
 * two customers, two years of bills and payments. `today` is a day; the same day always gives the same.
 */
export function demoData(today: string): DemoData {
  const billing = demoBilling(today)
  const newest = new Map(billing.invoices.map((invoice) => [invoice.account, invoice]))
  return {
    autopayment: demoAutopayment(today, billing),
    payees: [...demoPayees],
    accounts: demoAccountStories(today).map((story) => registerAccount(story, newest.get(story.account))),
    customers: demoCustomers(today),
    ...billing,
  }
}

/** The accounts of the register that no customer has added: for trying «Добавить счёт». */
export function freeAccounts({ accounts, customers }: DemoData): DemoRegisterAccount[] {
  const taken = new Set(customers.flatMap((customer) => customer.accounts.map(({ account }) => account)))
  return accounts.filter(({ account }) => !taken.has(account))
}
