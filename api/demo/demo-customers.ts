import { addMonths } from 'format/dates'
import { annaFlat, annaGarage, annaInternet, ninaFlat, ninaRoom } from './demo-accounts'
import { steadyId } from './demo-random'
import type { DemoCustomer, DemoGrant } from './demo-types'

export const annaId = steadyId('customer', 'anna')
export const ninaId = steadyId('customer', 'nina')
const olegId = steadyId('customer', 'oleg')
const olegEmail = 'oleg@mail.example'

/** The password of all, printed at start: these customers are not real. */
export const demoPassword = 'tikhaya-gavan-48'

/** Three fictitious customers, registered a little over two years before `today` (a day). */
export function demoCustomers(today: string): DemoCustomer[] {
  const firstMonth = addMonths(today.slice(0, 7), -25)
  return [
    {
      id: annaId,
      name: 'Анна Воронцова',
      email: 'anna@mail.example',
      phone: '+79990004827',
      password: demoPassword,
      createdAt: `${firstMonth}-12T08:41:07.000Z`,
      emailVerifiedAt: `${firstMonth}-12T08:44:31.000Z`,
      accounts: [
        { account: annaFlat, isDefault: true, addedAt: `${firstMonth}-12T08:47:10.000Z` },
        { account: annaInternet, isDefault: false, addedAt: `${firstMonth}-12T08:52:38.000Z` },
        {
          account: annaGarage,
          isDefault: false,
          addedAt: `${firstMonth}-19T16:05:54.000Z`,
          ownTitle: 'Гараж дедушки',
        },
      ],
    },
    {
      id: ninaId,
      name: 'Нина Лебедева',
      email: 'nina@mail.example',
      phone: '+79990001953',
      password: demoPassword,
      createdAt: `${firstMonth}-20T14:15:22.000Z`,
      emailVerifiedAt: `${firstMonth}-20T14:20:03.000Z`,
      // Both have one payee and always a debt: they can be paid together.
      accounts: [
        { account: ninaFlat, isDefault: true, addedAt: `${firstMonth}-20T14:23:45.000Z` },
        { account: ninaRoom, isDefault: false, addedAt: `${firstMonth}-20T14:31:09.000Z` },
      ],
    },
    {
      id: olegId,
      name: 'Олег Воронцов',
      email: olegEmail,
      phone: '+79990007316',
      password: demoPassword,
      createdAt: `${firstMonth}-21T17:30:12.000Z`,
      emailVerifiedAt: `${firstMonth}-21T17:33:40.000Z`,
      // Sees Anna's accounts by her grants.
      accounts: [],
    },
  ]
}

/** Anna's grants to Oleg, each with one right. */
export function demoGrants(today: string): DemoGrant[] {
  const acceptedAt = `${addMonths(today.slice(0, 7), -25)}-22T18:05:00.000Z`
  const grant: Omit<DemoGrant, 'id' | 'account'> = {
    invited_by: annaId,
    user_id: olegId,
    readings: 0,
    pay: 0,
    email: olegEmail,
    email_normalized: olegEmail,
    label: 'муж',
    status: 'active',
    created_at: acceptedAt,
    accepted_at: acceptedAt,
    is_default: 0,
  }
  return [
    { ...grant, id: steadyId('grant', annaFlat), account: annaFlat, readings: 1, is_default: 1 },
    { ...grant, id: steadyId('grant', annaInternet), account: annaInternet, pay: 1 },
    { ...grant, id: steadyId('grant', annaGarage), account: annaGarage },
  ]
}
