import { mailedCode, mailedId } from './demo'
import type { ExamplesOf } from './example'
import { nothingFound, oldLink, signedOut, tooManyTries, wrongFields, wrongLink } from './problems'

const calendarSecret = 'ox-P7W-tL9TFbzgx8RRKYR-F8kqfkWcvLqJTqDRSGxU'

export const remindersExamples: ExamplesOf<
  | 'readingReminder'
  | 'changeReadingReminder'
  | 'stopReadingReminder'
  | 'calendarLink'
  | 'newCalendarLink'
  | 'deleteCalendarLink'
  | 'calendar'
> = {
  readingReminder: { request: {}, answer: { data: { on: false } }, problems: { 401: signedOut } },
  changeReadingReminder: {
    request: { body: { on: true } },
    problems: {
      401: signedOut,
      422: [wrongFields({ on: ['Неверное значение.'] })],
    },
  },
  stopReadingReminder: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
  calendarLink: {
    request: {},
    answer: { data: { createdAt: '2026-11-02T17:40:05.000Z' } },
    problems: { 401: signedOut },
  },
  newCalendarLink: {
    request: {},
    answer: { data: { token: calendarSecret } },
    problems: { 401: signedOut },
  },
  deleteCalendarLink: { request: {}, problems: { 401: signedOut } },
  calendar: {
    request: { id: calendarSecret },
    answer: {
      data: [
        { kind: 'window', id: '2026-12', from: '2026-12-15', to: '2026-12-25' },
        {
          kind: 'due',
          id: '2ad75d77-ce5b-4083-84b9-c2b18bcbffcd',
          account: '•••• 4468',
          title: 'Мамина квартира',
          address: 'г. Тихобережск, ул. Са…, д. 14, кв. …',
          period: '2026-10',
          dueAt: '2026-11-30',
        },
      ],
    },
    problems: { 404: nothingFound },
  },
}

export const invoiceLettersExamples: ExamplesOf<
  'invoiceLetters' | 'changeInvoiceLetters' | 'stopInvoiceLetters'
> = {
  invoiceLetters: { request: {}, answer: { data: { on: false } }, problems: { 401: signedOut } },
  changeInvoiceLetters: {
    request: { body: { on: true } },
    problems: {
      401: signedOut,
      422: [wrongFields({ on: ['Неверное значение.'] })],
    },
  },
  stopInvoiceLetters: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
}
