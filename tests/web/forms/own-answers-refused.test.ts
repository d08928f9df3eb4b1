import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { expectKept, expectRefusedOn, passwordsOf } from '../support/kept-values'
import {
  atForm,
  keyIn,
  type OwnAnswerForm,
  outcomeOf,
  ownAnswerForms,
  send,
} from '../support/own-answer-forms'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const eachForm = Object.entries<OwnAnswerForm>(ownAnswerForms)
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each(eachForm)('the form %s, refused by the API', (_, form) => {
  test('with 403, shows a message and keeps what was typed', async () => {
    const { visitor, page } = await atForm(form, portal, upstream)
    upstream.on(form.call, { status: 403, body: { message: 'Этого вам нельзя' } })
    const answer = await send(form, visitor, page, form.typed)
    expect([answer.status, answer.h1]).toEqual([403, form.h1])
    expect(answer).toShowFlash('error', 'Этого вам нельзя')
    expectKept(answer, form.typed)
    expect(keyIn(answer, form)).toBe(keyIn(page, form))
  })

  test('with 429, says how long to wait and keeps what was typed', async () => {
    const { visitor, page } = await atForm(form, portal, upstream)
    const headers = { 'retry-after': '300' }
    upstream.on(form.call, { status: 429, body: { message: 'Слишком часто.' }, headers })
    const answer = await send(form, visitor, page, form.typed)
    expectRefusedOn(form, answer, 429)
    expect(answer.errorSummary).toEqual(['Слишком часто. Попробуйте снова через 5 минут.'])
    expect(answer.headers['retry-after']).toBe('300')
    expectKept(answer, form.typed)
    expect(keyIn(answer, form)).toBe(keyIn(page, form))
  })
})

const paying = [
  'guestPayment',
  'personalPayment',
  'personalPaymentByCard',
  'basket',
  'basketByCard',
  'newAutopayment',
] as const
const keysSent = (form: OwnAnswerForm) =>
  upstream.named(form.call).map(({ headers }) => headers['idempotency-key'])

describe.each([...paying, 'readings', 'invite'] as const)('the key of the form %s', (name) => {
  const form: OwnAnswerForm = ownAnswerForms[name]

  test('is the same for both presses of a double one', async () => {
    const { visitor, page } = await atForm(form, portal, upstream)
    const presses = [send(form, visitor, page, form.typed), send(form, visitor, page, form.typed)]
    for (const answer of await Promise.all(presses)) expect(outcomeOf(answer)).toEqual(form.success)
    expect(keysSent(form)).toEqual([keyIn(page, form), keyIn(page, form)])
  })

  test('is new under the API’s words after it was used for other data', async () => {
    const { visitor, page } = await atForm(form, portal, upstream)
    const body = { message: 'Этой формой уже отправлено другое', code: 'idempotency_mismatch' }
    upstream.on(form.call, { status: 422, body })
    const answer = await send(form, visitor, page, form.typed)
    expectRefusedOn(form, answer, 400)
    expect(answer.errorSummary).toEqual([body.message])
    expectKept(answer, form.typed)
    expect(keyIn(answer, form)).toMatch(UUID)
    await send(form, visitor, answer, passwordsOf(form.typed))
    expect(keysSent(form)).toEqual([keyIn(page, form), keyIn(answer, form)])
    expect(keyIn(answer, form)).not.toBe(keyIn(page, form))
  })
})

test.each(paying)(
  'the form %s with an invalid key has another one, and pays by the next press',
  async (name) => {
    const form: OwnAnswerForm = ownAnswerForms[name]
    const { visitor, page } = await atForm(form, portal, upstream)
    const answer = await send(form, visitor, page, { ...form.typed, idempotencyKey: 'mine' })
    expectRefusedOn(form, answer, 400)
    expect(answer.errorSummary[0]).toBe(
      `Форма устарела. Проверьте данные и нажмите «${form.button}» ещё раз.`,
    )
    expectKept(answer, form.typed)
    expect(keysSent(form)).toEqual([])
    expect(keyIn(answer, form)).toMatch(UUID)
    expect(outcomeOf(await send(form, visitor, answer, {}))).toEqual(form.success)
    expect(keysSent(form)).toEqual([keyIn(answer, form)])
  },
)
