import { annaFlat, annaInternet, type DemoAccountStory, demoAccountStories } from 'api/demo/demo-accounts'
import { demoPassword } from 'api/demo/demo-customers'
import { demoData } from 'api/demo/demo-data'
import { steadyId } from 'api/demo/demo-random'
import type { DemoCustomer, DemoData } from 'api/demo/demo-types'
import type { DataScenario } from './scenarios'

/** The demo company of a scenario; its first customer is the one whose login is printed. */
export const mockDataOf = (scenario: DataScenario, today: string): DemoData => {
  const stories = demoAccountStories(today)
  switch (scenario) {
    case 'normal':
      return demoData(today)
    case 'new-customer': {
      const data = demoData(today)
      return { ...data, customers: [newCustomer(today), ...data.customers] }
    }
    case 'debts':
      return demoData(today, stories.map(withoutPayments))
    case 'big': {
      const homesToAdd = manyHomes(stories)
      const data = demoData(today, [...stories, ...homesToAdd])
      const [first, ...others] = data.customers
      return { ...data, customers: first ? [ownerOf(first, homesToAdd), ...others] : others }
    }
  }
}

const newCustomer = (today: string): DemoCustomer => ({
  id: steadyId('customer', 'olga'),
  name: 'Ольга Новикова',
  email: 'olga@mail.example',
  phone: '+79990006213',
  password: demoPassword,
  createdAt: `${today}T00:00:00.000Z`,
  emailVerifiedAt: `${today}T00:00:00.000Z`,
  accounts: [],
})

const monthsOfDebt = 5

/** For the flat and the internet; the garage is paid by an autopayment. */
const withoutPayments = (story: DemoAccountStory): DemoAccountStory =>
  story.account === annaFlat || story.account === annaInternet
    ? {
        ...story,
        habits: {
          ...story.habits,
          ...Object.fromEntries(Array.from({ length: monthsOfDebt }, (_, age) => [age, 'none' as const])),
        },
      }
    : story

const homes = 40

/** The flats of a landlady, in the house next to Anna's. Every third one has a debt. */
const manyHomes = (stories: readonly DemoAccountStory[]): DemoAccountStory[] => {
  const flat = stories.find(({ account }) => account === annaFlat)
  if (!flat) return []
  return Array.from({ length: homes }, (_, at) => ({
    ...flat,
    account: String(4_020_000_001 + at),
    address: `г. Тихобережск, ул. Садовая, д. 16, кв. ${at + 1}`,
    habits: at % 3 === 0 ? { 0: 'none' } : {},
  }))
}

const ownerOf = (customer: DemoCustomer, homesToAdd: readonly DemoAccountStory[]): DemoCustomer => ({
  ...customer,
  accounts: [
    ...customer.accounts,
    ...homesToAdd.map(({ account }) => ({ account, isDefault: false, addedAt: customer.createdAt })),
  ],
})
