import { autopaymentId, card, flat, garage, keyOfForm, mailedCode, mailedId, returnTo } from './demo'
import type { ExamplesOf } from './example'
import {
  noRight,
  nothingFound,
  oldLink,
  signedOut,
  tooManyPayments,
  tooManyTries,
  usedKey,
  wrongFields,
  wrongLink,
} from './problems'

const byInvoice = {
  id: autopaymentId,
  account: garage,
  rule: 'invoice' as const,
  day: null,
  amount: null,
  limit: 200_000,
  status: 'active' as const,
  method: card,
  paymentMethod: 'f1bbc95b-a34d-4188-b77c-f2aa0edca0d1',
  nextRunAt: null,
  lastPayment: {
    id: 'a6b2e172-ff42-43a9-bd48-89df3e378121',
    amount: 97_805,
    status: 'succeeded' as const,
    at: '2026-08-02T07:00:49.000Z',
  },
  failReason: null,
  firstPayment: 'b2acbc81-e800-416e-a03e-0ec8814f976b',
  resumeNeeds: null,
}

export const autopaymentsExamples: ExamplesOf<
  | 'autopayments'
  | 'newAutopayment'
  | 'changeAutopayment'
  | 'autopaymentRuns'
  | 'optOutOfCharge'
  | 'deleteAutopayment'
> = {
  autopayments: { request: {}, answer: { data: [byInvoice] }, problems: { 401: signedOut } },
  newAutopayment: {
    request: {
      idempotencyKey: keyOfForm,
      body: {
        account: flat,
        rule: 'monthly',
        day: 10,
        amount: 500_000,
        limit: 600_000,
        consent: true,
        consentVersion: '2026-04-01',
        ...returnTo('/personal/autopay'),
      },
    },
    answer: {
      data: {
        id: '2d6948bb-b36f-4d01-b9b5-4e889b1cffe2',
        account: flat,
        rule: 'monthly',
        day: 10,
        amount: 500_000,
        limit: 600_000,
        status: 'pending',
        firstPayment: 'd3cb758e-b3d2-4dec-a2da-3c8433666fba',
        confirmationUrl: 'https://api.example/sandbox-bank/pay/9e36bb10-9f05-41a5-b207-77944f29ec68',
      },
    },
    problems: {
      401: signedOut,
      403: noRight,
      404: [{ message: 'Лицевого счёта больше нет в вашем кабинете.' }],
      409: [{ message: 'По этому лицевому счёту автоплатёж уже есть. Измените его или сначала удалите.' }],
      422: [wrongFields({ limit: ['Лимит меньше суммы списания: так деньги не спишутся никогда'] }), usedKey],
      429: tooManyPayments,
    },
  },
  changeAutopayment: {
    request: { id: autopaymentId, body: { status: 'paused' } },
    answer: { data: { ...byInvoice, status: 'paused' } },
    problems: {
      401: signedOut,
      404: nothingFound,
      409: [{ message: 'Приостановить можно только работающий автоплатёж.' }],
      422: [wrongFields({ day: ['Это есть только у автоплатежа по расписанию.'] })],
    },
  },
  autopaymentRuns: {
    request: { id: autopaymentId },
    answer: {
      data: [
        {
          at: '2026-11-02T07:00:00.000Z',
          outcome: 'skipped',
          reason: 'Долга не было, списывать было нечего.',
        },
        {
          at: '2026-08-02T07:00:49.000Z',
          outcome: 'charged',
          reason: 'Списали по квитанции за июль 2026.',
          amount: 97_805,
          payment: 'a6b2e172-ff42-43a9-bd48-89df3e378121',
        },
      ],
    },
    problems: { 401: signedOut, 404: nothingFound },
  },
  optOutOfCharge: {
    request: { id: mailedId, body: mailedCode },
    problems: {
      410: [
        { message: 'Ссылка устарела или уже использована: это списание прошло или отменено.' },
        ...oldLink,
      ],
      422: wrongLink,
      429: tooManyTries,
    },
  },
  deleteAutopayment: { request: { id: autopaymentId }, problems: { 401: signedOut, 404: nothingFound } },
}
