import { newAddress } from '../support/portal-test'

export interface Person {
  name: string
  email: string
  /** As people type it. */
  phone: string
  password: string
}

/** An account of the company's register, with the answer to its proof question. */
export interface Registered {
  account: string
  accessCode: string
}

/** A person who is not registered. */
export function newcomer(name = 'Вера Павловна'): Person {
  return { name, email: newAddress('vera'), phone: '8 (999) 123-45-67', password: 'сорок кошек на крыше' }
}

/** The first customer of the demo data: three accounts, the flat is the default one. Tests must not change her data. */
export const anna: Person = {
  name: 'Анна Воронцова',
  email: 'anna@mail.example',
  phone: '+7 999 000-48-27',
  password: 'tikhaya-gavan-48',
}

/** Accounts of the demo data's register that are not Anna's, with the answers to their proof questions. */
export const register = {
  garage: { account: '5330002162', accessCode: '56718039' },
  dacha: { account: '6200015394', accessCode: '83146920' },
  flat: { account: '4010031186', accessCode: '61830457' },
  ninasFlat: { account: '4010031902', accessCode: '35792068' },
  room: { account: '4010044720', accessCode: '20947316' },
}
