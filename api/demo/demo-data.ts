import { type DemoAccountStory, demoAccountStories } from './demo-accounts'
import { demoAutopayment } from './demo-autopayment'
import { demoBilling } from './demo-billing'
import { demoCustomers, demoGrants } from './demo-customers'
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
    payees: demoPayees,
    accounts: stories.map(registerAccount),
    customers: demoCustomers(today),
    grants: demoGrants(today),
    ...billing,
    ...demoReadings(today),
  }
}

/** Accounts that no customer has added: for trying «Добавить лицевой счёт». */
export function freeAccounts({ accounts, customers }: DemoData): DemoRegisterAccount[] {
  const addedAccounts = new Set(
    customers.flatMap((customer) => customer.accounts.map(({ account }) => account)),
  )
  return accounts.filter(({ account }) => !addedAccounts.has(account))
}

/** Fictitious companies and a bank; their numbers pass validation. */
const bank = {
  bank_name: 'АО «Тихобережный банк», г. Тихобережск',
  bic: '044599871',
  correspondent_account: '30101810800000000871',
}

const demoPayees: DemoData['payees'] = [
  {
    id: 'housing',
    name: 'ООО «УК „Тихий берег“»',
    inn: '5099001232',
    kpp: '509901001',
    ...bank,
    settlement_account: '40702810220000001234',
  },
  {
    id: 'telecom',
    name: 'ООО «Берег Телеком»',
    inn: '5099004561',
    kpp: '509901001',
    ...bank,
    settlement_account: '40702810170000004815',
  },
  {
    id: 'garages',
    name: 'ТСН «Гаражи на Причальной»',
    inn: '5099007890',
    kpp: '509901001',
    ...bank,
    settlement_account: '40703810520000001234',
  },
  {
    id: 'power',
    name: 'АО «Тихобережская энергосбытовая компания»',
    inn: '5099009129',
    kpp: '509901001',
    ...bank,
    settlement_account: '40702810150000002316',
  },
]
