import { payment } from 'contract/payments'
import { expect, test } from 'vitest'
import { paymentInWords } from './history-view'

const canceled = (cancelReason: string) =>
  paymentInWords(
    payment.parse({
      id: 'p1',
      account: '1000200030',
      amount: 123_456,
      status: 'canceled',
      cancelReason,
      createdAt: '2026-10-05T09:12:44Z',
      source: 'personal',
    }),
    null,
  )

test('a payment that was given up without an answer of the bank is not called canceled', () => {
  const { status, reason } = canceled('no_answer')
  expect(status.text).toBe('Нет ответа банка')
  expect(reason).toMatch(/не сообщил, списаны ли деньги/)
  expect(canceled('card_expired').status.text).toBe('Не прошёл')
})
