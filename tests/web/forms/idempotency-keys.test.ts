import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { forms, screenOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const UUID = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g
const idempotencyKeyOf = (page: Page) => page.controls('idempotencyKey')[0]?.value ?? ''

const creating = [
  'registration',
  'registrationResend',
  'forgotPassword',
  'addAccount',
  'changeEmailRequest',
] as const

const visitorOf = async (name: (typeof creating)[number]) =>
  screenOf(forms[name]).access === 'user' ? portal.customer() : portal.visitor()

describe.each(creating)('the form %s', (name) => {
  const form = forms[name]
  const { path } = screenOf(form)
  const keysSent = () => upstream.named(form.call).map(({ headers }) => headers['idempotency-key'])

  test('sends the same key however often it is pressed', async () => {
    const visitor = await visitorOf(name)
    const page = await visitor.get(path)
    await Promise.all([
      visitor.press(page, form.button, form.typed),
      visitor.press(page, form.button, form.typed),
    ])
    expect(idempotencyKeyOf(page)).toMatch(UUID)
    expect(keysSent()).toEqual([idempotencyKeyOf(page), idempotencyKeyOf(page)])
  })

  test('has a new key for each visitor and each visit', async () => {
    const visits = [await visitorOf(name), await visitorOf(name), await visitorOf(name)]
    const keys: string[] = []
    for (const visitor of visits) {
      const page = await visitor.get(path)
      keys.push(idempotencyKeyOf(page))
      const others = page.html.match(UUID)?.filter((found) => found !== page.headers['x-request-id'])
      expect(new Set(others)).toEqual(new Set([idempotencyKeyOf(page)]))
    }
    expect(new Set(keys).size).toBe(visits.length)
  })

  test('keeps its key when it is rejected, and its next press is the same request', async () => {
    const visitor = await visitorOf(name)
    const page = await visitor.get(path)
    const wrong = 'email' in form.typed ? { ...form.typed, email: 'wrong' } : { account: '' }
    const judged = await visitor.press(page, form.button, wrong)
    expect(idempotencyKeyOf(judged)).toBe(idempotencyKeyOf(page))
    upstream.on(form.call, { status: 503, body: { message: 'Нет' } })
    const refused = await visitor.press(judged, form.button, form.typed)
    expect(idempotencyKeyOf(refused)).toBe(idempotencyKeyOf(page))
    expect(keysSent()).toEqual([idempotencyKeyOf(page)])
  })

  test('gets a new key under the API’s words when this one was used for other data', async () => {
    upstream.on(form.call, {
      status: 422,
      body: { message: 'Уже отправлено другое', code: 'idempotency_mismatch' },
    })
    const visitor = await visitorOf(name)
    const page = await visitor.get(path)
    const answer = await visitor.press(page, form.button, form.typed)
    expect(answer.status).toBe(400)
    expect(idempotencyKeyOf(answer)).toMatch(UUID)
    expect(idempotencyKeyOf(answer)).not.toBe(idempotencyKeyOf(page))
    expect(answer.errorSummary).toEqual(['Уже отправлено другое'])
  })

  test('works without a valid key', async () => {
    const visitor = await visitorOf(name)
    for (const idempotencyKey of ['', 'mine', 'a'.repeat(500)]) {
      const intent = name === 'registrationResend' ? { intent: 'resend' } : {}
      const answer = await visitor.post(path, { ...form.typed, ...intent, idempotencyKey })
      expect(answer).toHaveRedirect(/./, 303)
    }
    expect(new Set(keysSent()).size).toBe(3)
    for (const key of keysSent()) expect(key).toMatch(UUID)
  })
})

describe('the resend of the verification letter from the login', () => {
  test('has its page’s key, and keeps it when it is refused', async () => {
    upstream.on('login', { status: 403, body: { message: 'Подтвердите почту', code: 'email_not_verified' } })
    const visitor = portal.visitor()
    const page = await visitor.get('/login')
    const refused = await visitor.press(page, 'Войти', { email: 'anna@example.test', password: 'p' })
    expect(idempotencyKeyOf(refused)).toMatch(UUID)
    upstream.on('verifyEmailRequest', { status: 503, body: { message: 'Нет' } })
    const again = await visitor.press(refused, 'Отправить письмо ещё раз')
    await visitor.press(again, 'Отправить письмо ещё раз')
    expect(upstream.named('verifyEmailRequest').map(({ headers }) => headers['idempotency-key'])).toEqual([
      idempotencyKeyOf(refused),
      idempotencyKeyOf(refused),
    ])
  })
})
