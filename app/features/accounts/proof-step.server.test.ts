import { data } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import type { FormReply } from '~/ui/post-form/form-reply'
import { answersFor, asQuestion, asWrongAnswer, keepQuestion, readProofStep } from './proof-step.server'

const question = { label: 'Фамилия плательщика', hint: 'Как в квитанции' }

const secondStep = (more: Record<string, string> = {}) =>
  readProofStep(
    new URLSearchParams({
      account: '4010028513',
      proof: 'Иванова',
      proof_for: '4010028513',
      proof_label: question.label,
      proof_hint: question.hint,
      ...more,
    }),
  )

const refusal = (more: object = {}) => ({
  kind: 'invalid' as const,
  message: 'Ответ не подошёл, лицевой счёт не добавлен.',
  code: 'proof_required',
  errors: {},
  proof: question,
  ...more,
})

const refused = (proof: FormReply['proof']) => {
  const reply: FormReply = {
    form: 'add-account',
    submission: {},
    flash: null,
    code: null,
    requestId: null,
    proof,
  }
  return data(reply, { status: 429 })
}

describe('the step of a posted form', () => {
  it('is the first without an answer, so that only the number is sent', () => {
    const step = readProofStep(new URLSearchParams({ account: '4010028513' }))
    expect(answersFor(step, '4010028513')).toBe(false)
    expect(step.question).toBeNull()
  })

  it('is the second with an answer, and keeps the question', () => {
    const step = secondStep()
    expect(answersFor(step, '4010028513')).toBe(true)
    expect(step.question).toEqual(question)
  })

  it('is the second with an empty answer too', () => {
    expect(answersFor(secondStep({ proof: '' }), '4010028513')).toBe(true)
  })

  it('is the first again for another number: the answer was for the previous one', () => {
    expect(answersFor(secondStep(), '5330001748')).toBe(false)
  })

  it('is the second for an answer that does not name its account', () => {
    const step = readProofStep(new URLSearchParams({ account: '77', proof: 'Иванова' }))
    expect(answersFor(step, '77')).toBe(true)
  })
})

describe('a failure of the second step', () => {
  it('is shown as a question while the API only asks', () => {
    expect(asQuestion(refusal({ errors: { proof: ['Обязательное поле'] } }))).toMatchObject({
      errors: {},
      proof: question,
    })
  })

  it('is shown at the answer field when the API puts it elsewhere', () => {
    expect(asWrongAnswer(refusal())).toMatchObject({
      message: '',
      errors: { proof: ['Ответ не подошёл, лицевой счёт не добавлен.'] },
      proof: question,
    })
  })

  it('is unchanged when the API puts it at the answer field', () => {
    const own = refusal({ errors: { proof: ['Не совпадает'] } })
    expect(asWrongAnswer(own)).toEqual(own)
  })
})

describe('a rejected answer', () => {
  it('keeps its question when the API does not repeat it', () => {
    const kept = keepQuestion(refused(null), secondStep())
    expect(kept.data.proof).toEqual(question)
    expect(kept.init?.status).toBe(429)
  })

  it('shows the question of the latest API answer', () => {
    const other = { label: 'Сумма последнего счёта' }
    expect(keepQuestion(refused(other), secondStep()).data.proof).toEqual(other)
  })
})
