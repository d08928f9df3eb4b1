import type { DemoAccount } from './demo-types'

/** The equipment of a home; decides the lines of its bills. */
export type Consumption = 'flat' | 'telecom' | 'garage' | 'dacha'

/** How the customer pays one month's bill. Months without an entry are paid in full and on time. */
type Habit = 'part' | 'none' | 'late' | 'advance' | 'refused-first' | 'binds-card' | 'autopayment'

export interface DemoAccountStory extends DemoAccount {
  consumption: Consumption
  /** The due day in the month after the period; 'last' for the last day. */
  dueDay: 15 | 'last'
  /** By the age of the bill in months; 0 is the newest. */
  habits: Readonly<Record<number, Habit>>
  accessCode: string
  /** Payers of 70 and older get half of the overhaul fee back. */
  benefit?: boolean
}

const flat = {
  title: 'Квартира',
  consumption: 'flat',
  dueDay: 15,
  payeeId: 'housing',
} as const

export const annaFlat = '4010028513'
export const annaInternet = '7120004468'
export const annaGarage = '5330001748'
export const ninaFlat = '4010031902'
export const ninaRoom = '4010044720'

/**
 * Every account of the register. Between the 1st and the 15th Anna owes for the flat, later in the month for the
 * internet: the bill that is not overdue yet.
 */
export function demoAccountStories(today: string): readonly DemoAccountStory[] {
  const flatIsDue = Number(today.slice(8)) <= 15
  return [
    {
      ...flat,
      account: annaFlat,
      accessCode: '48203915',
      address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
      payerName: 'Воронцова Анна Сергеевна',
      area: 54.3,
      residents: 2,
      habits: { ...(flatIsDue ? { 0: 'none' } : {}), 3: 'refused-first', 5: 'part', 9: 'late', 10: 'none' },
    },
    {
      account: annaInternet,
      accessCode: '70391642',
      title: 'Интернет и телефон',
      address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
      payerName: 'Воронцова Анна Сергеевна',
      area: null,
      residents: null,
      payeeId: 'telecom',
      consumption: 'telecom',
      dueDay: 'last',
      habits: flatIsDue ? {} : { 0: 'none' },
    },
    {
      account: annaGarage,
      accessCode: '91560284',
      title: 'Гараж',
      address: 'г. Тихобережск, ул. Причальная, вл. 5, гараж 48',
      payerName: 'Воронцова Анна Сергеевна',
      area: 18.5,
      residents: null,
      payeeId: 'garages',
      consumption: 'garage',
      dueDay: 15,
      habits: { 2: 'advance', 3: 'autopayment', 4: 'autopayment', 5: 'autopayment', 6: 'binds-card' },
    },
    {
      ...flat,
      account: ninaFlat,
      accessCode: '35792068',
      address: 'г. Тихобережск, наб. Рыбацкая, д. 3, кв. 112',
      payerName: 'Лебедева Нина Павловна',
      area: 41.8,
      residents: 1,
      benefit: true,
      habits: { 0: 'part', 7: 'part' },
    },
    {
      ...flat,
      account: '4010031186',
      accessCode: '61830457',
      address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 31',
      payerName: 'Ковалёв Игорь Андреевич',
      area: 62.7,
      residents: 3,
      habits: {},
    },
    {
      ...flat,
      account: ninaRoom,
      accessCode: '20947316',
      title: 'Комната',
      address: 'г. Тихобережск, пер. Тенистый, д. 8, кв. 5, комн. 2',
      payerName: 'Мороз Дарья Викторовна',
      area: 18.2,
      residents: 1,
      habits: { 0: 'part', 4: 'part' },
    },
    {
      account: '6200015394',
      accessCode: '83146920',
      title: 'Дача',
      address: 'г. Тихобережск, СНТ «Ветерок», участок 76',
      payerName: 'Соболев Михаил Юрьевич',
      area: null,
      residents: null,
      payeeId: 'power',
      consumption: 'dacha',
      dueDay: 15,
      habits: { 0: 'none' },
    },
    {
      account: '5330002162',
      accessCode: '56718039',
      title: 'Гараж',
      address: 'г. Тихобережск, ул. Причальная, вл. 5, гараж 103',
      payerName: 'Алексеева Юлия Романовна',
      area: 21,
      residents: null,
      payeeId: 'garages',
      consumption: 'garage',
      dueDay: 15,
      habits: {},
    },
    {
      account: '7120009037',
      accessCode: '14682753',
      title: 'Интернет и телефон',
      address: 'г. Тихобережск, наб. Рыбацкая, д. 3, кв. 58',
      payerName: 'Громов Павел Ильич',
      area: null,
      residents: null,
      payeeId: 'telecom',
      consumption: 'telecom',
      dueDay: 'last',
      habits: { 6: 'part' },
    },
  ]
}
