import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { demoAutopayment } from './demo-autopayment'
import { demoBilling } from './demo-billing'
import { demoCustomers, demoGrants } from './demo-customers'
import { demoPayees } from './demo-payees'
import { demoReadings } from './demo-readings'
import type { DemoData, DemoRegisterAccount } from './demo-types'

function registerAccount(story: DemoAccountStory): DemoRegisterAccount {
  const { account, title, address, payerName, area, residents, payeeId, accessCode } = story
  return { account, title, address, payerName, area, residents, payeeId, accessCode }
}

/**
 * The content of a new demo database: payees, the register (with accounts that nobody has added), three customers,
 * two years of bills, payments and meter readings. The same `today` (a day) and stories give the same data.
 */
export function demoData(
  today: string,
  stories: readonly DemoAccountStory[] = demoAccountStories(today),
): DemoData {
  const billing = demoBilling(today, stories)
  return {
    autopayment: demoAutopayment(today, billing),
    payees: [...demoPayees],
    accounts: stories.map(registerAccount),
    customers: demoCustomers(today),
    grants: demoGrants(today),
    ...billing,
    ...demoReadings(today),
  }
}

/** Accounts that no customer has added: for trying «Добавить лицевой счёт». */
export function freeAccounts({ accounts, customers }: DemoData): DemoRegisterAccount[] {
  const taken = new Set(customers.flatMap((customer) => customer.accounts.map(({ account }) => account)))
  return accounts.filter(({ account }) => !taken.has(account))
}
