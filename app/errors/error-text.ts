import type { Contacts } from 'contract/base-data'

export const notFoundTitle = 'Ошибка 404 - Страница не найдена'
export const forbiddenTitle = 'Ошибка 403 - Нет доступа'
export const somethingWrongTitle = 'Что-то пошло не так... Попробуйте ещё раз.'

/** The title of the error screen for a status, used for the document and the h1. */
export function errorTitle(status: number): string {
  if (status === 404) return notFoundTitle
  return status === 403 ? forbiddenTitle : somethingWrongTitle
}

export const ifRepeated = 'Если ошибка повторяется, обратитесь'

/** The phone and the e-mail that error screens name, where the company has them. */
export const supportContacts = ({ phones, email }: Contacts) => ({
  phone: phones.find(({ number }) => number.trim())?.number,
  email,
})
