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
  message: 'Ответ не подошёл, счёт не добавлен.',
  code: 'proof_required',
  errors: {},
  proof: question,
  ...more,
})

const refused = (proof: FormReply['proof']) => {
  const reply: FormReply = { form: 'add-account', submission: {}, notice: null, code: null, proof }
  return data(reply, { status: 429 })
}

describe('the step that a posted form stands at', () => {
  it('is the first one without an answer, so that nothing but the number is sent', () => {
    const step = readProofStep(new URLSearchParams({ account: '4010028513' }))
    expect(answersFor(step, '4010028513')).toBe(false)
    expect(step.question).toBeNull()
  })

  it('is the second one with an answer, and brings the question along', () => {
    const step = secondStep()
    expect(answersFor(step, '4010028513')).toBe(true)
    expect(step.question).toEqual(question)
  })

  it('is the second one even with an empty answer', () => {
    expect(answersFor(secondStep({ proof: '' }), '4010028513')).toBe(true)
  })

  it('is the first one again for another number: the answer was not about it', () => {
    expect(answersFor(secondStep(), '5330001748')).toBe(false)
  })

  it('takes an answer that does not say which number it is about', () => {
    const step = readProofStep(new URLSearchParams({ account: '77', proof: 'Иванова' }))
    expect(answersFor(step, '77')).toBe(true)
  })
})

describe('what the API says of the answer', () => {
  it('is no error while it only asks', () => {
    expect(asQuestion(refusal({ errors: { proof: ['Обязательное поле'] } }))).toMatchObject({
      errors: {},
      proof: question,
    })
  })

  it('stands at the answer, where the API put it elsewhere', () => {
    expect(asWrongAnswer(refusal())).toMatchObject({
      message: '',
      errors: { proof: ['Ответ не подошёл, счёт не добавлен.'] },
      proof: question,
    })
  })

  it('stays as it is where the API put it there itself', () => {
    const own = refusal({ errors: { proof: ['Не совпадает'] } })
    expect(asWrongAnswer(own)).toEqual(own)
  })
})

describe('a refused answer', () => {
  it('comes back with its question though the API did not repeat it', () => {
    const kept = keepQuestion(refused(null), secondStep())
    expect(kept.data.proof).toEqual(question)
    expect(kept.init?.status).toBe(429)
  })

  it('comes back with the question that the API asks now', () => {
    const other = { label: 'Сумма последнего счёта' }
    expect(keepQuestion(refused(other), secondStep()).data.proof).toEqual(other)
  })
})
