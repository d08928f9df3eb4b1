import { mailedCode, mailedId } from './demo'
import type { ExamplesOf } from './example'
import { oldLink, signedOut, tooManyTries, wrongLink } from './problems'

export const invoiceLettersExamples: ExamplesOf<
  'invoiceLetters' | 'changeInvoiceLetters' | 'stopInvoiceLetters'
> = {
  invoiceLetters: { request: {}, answer: { data: { on: false } }, problems: { 401: signedOut } },
  changeInvoiceLetters: {
    request: { body: { on: true } },
    problems: {
      401: signedOut,
      422: [{ message: 'Проверьте, что введено в форме.', errors: { on: ['Неверное значение.'] } }],
    },
  },
  stopInvoiceLetters: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
}
