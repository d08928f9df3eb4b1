import type { Contacts } from 'contract/base-data'

export const ifRepeated = 'Если ошибка повторяется, обратитесь'

/** The phone and the e-mail that error screens name, where the company has them. */
export const supportContacts = ({ phones, email }: Contacts) => ({
  phone: phones.find(({ number }) => number.trim())?.number,
  email,
})
