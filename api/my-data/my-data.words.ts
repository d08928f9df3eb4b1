import type { erasedCategories } from './erasure.repository'

/** At the fields of the form. */
export const deletionWords = { noPassword: 'Введите пароль от кабинета.' }

type Category = (typeof erasedCategories)[number]

/** For the extract from the log of erasures, which the operator keeps and shows to the supervisor. */
export const destructionWords = {
  columns: ['Дата и время', 'Номер удаления', 'Обращение', 'Причина', 'Стёрто записей'],
  none: 'Стираний не было.',
  reasons: { asked_by_customer: 'отзыв согласия (удаление личного кабинета)' },
  categories: {
    profile: 'имя, почта, телефон, пароль, согласие с сетевым адресом',
    sessions: 'сеансы',
    devices: 'устройства входа',
    secondStep: 'второй шаг при входе, запасные коды',
    mailedLinks: 'ссылки из писем',
    letterRequests: 'запросы писем',
    letters: 'письма',
    addedAccounts: 'лицевые счета в кабинете',
    accountGrants: 'доступы к лицевым счетам',
    changes: 'записи об изменениях',
    readingReminders: 'напоминания о показаниях',
    invoiceLetters: 'письма о квитанциях',
    calendarLinks: 'ссылка на календарь',
    savedCards: 'сохранённые карты',
    autopayments: 'автоплатежи с согласиями',
    autopaymentRuns: 'журнал автоплатежей',
    payersOfPayments: 'плательщик, почта и карта в платежах',
  } satisfies Record<Category, string>,
}
