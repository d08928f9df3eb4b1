import { beforeEach, describe, expect, test } from 'vitest'
import { combinationsOf, product } from '../../support/pairwise'
import { fakeUpstreamOfThisFile, type UpstreamAnswer } from '../support/fake-upstream'
import { isAtLeast } from '../support/log-levels'
import { portalOfThisFile } from '../support/portal'
import { eachForm, screenOf } from '../support/screens'
import type { Fault } from '../support/upstream-faults'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream, { env: { PRODUCT_API_TIMEOUT_MS: '400' } })

/** Personal data in forms, cookies and answers; none of it may be logged. */
const planted = {
  name: 'Подсадная Ульяна Карповна',
  email: 'planted.ulyana@example.test',
  phone: '+79997654321',
  password: 'подсадной пароль 4815',
  account: '4815162342',
  token: 'planted0token0of0a0mailed0link0',
  code: 'plantedcode4815',
  cookie: 'planted-upstream-session',
  card: '4276550011112222',
  words: 'Подсадные слова отказа',
}

const leaks = () => {
  const text = JSON.stringify(portal.log)
  return Object.entries(planted).filter(
    ([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)),
  )
}

const customer = () => portal.customer(`sid=${planted.cookie}`)

beforeEach(() => {
  portal.log.length = 0
})

describe('the log', () => {
  test('has one line per request: method, route, status, time', async () => {
    const page = await portal.visitor().get('/verify-email/9f3c2a7e51b04d6c8a1e?code=1')
    expect(portal.log.filter(({ msg }) => msg === 'request')).toEqual([
      {
        level: 'info',
        time: expect.anything(),
        requestId: page.headers['x-request-id'],
        method: 'GET',
        route: '/verify-email/:id',
        status: 200,
        ms: expect.any(Number),
        whole: true,
        msg: 'request',
      },
    ])
  })

  test('has none for the balancer’s questions', async () => {
    for (const path of ['/health', '/health/ready']) await portal.visitor().get(path)
    expect(portal.log).toEqual([])
  })

  test('shows that a rejected form was a POST', async () => {
    await portal.visitor().post('/login', {}, { 'sec-fetch-site': 'cross-site' })
    expect(portal.log).toContainEqual(
      expect.objectContaining({ method: 'POST', route: '/login', status: 403 }),
    )
  })

  test('names the failed call and the reason, without the message', async () => {
    upstream.on('accounts', 'cuts its JSON')
    await (await customer()).get('/personal')
    expect(portal.log).toContainEqual(
      expect.objectContaining({ call: 'accounts', status: 502, level: 'error' }),
    )
  })

  test('omits addresses', async () => {
    upstream.on('page', { status: 404, body: { message: planted.words } })
    const visitor = await customer()
    for (const path of [
      `/${planted.email}/${encodeURIComponent(planted.name)}`,
      `/verify-email/${planted.token}?code=${planted.code}`,
      `/change-password/${planted.token}?code=${planted.code}`,
      `/personal/change-email?id=${planted.token}&code=${planted.code}`,
      `/personal/delete-account?account=${planted.account}`,
      `/personal?filter=${encodeURIComponent(planted.name)}`,
      `/login?redirectTo=/${planted.email}`,
      `/${planted.email}%E0%A4%A`,
      `//${planted.email}/`,
    ]) {
      await visitor.get(path)
      await visitor.data(path)
      await visitor.post(path, { intent: planted.name })
    }
    expect(portal.log.length).toBeGreaterThan(20)
    expect(leaks()).toEqual([])
  })

  const typed = {
    name: planted.name,
    email: planted.email,
    phone: planted.phone,
    password: planted.password,
    password_confirmation: planted.password,
    password_old: planted.password,
    account: planted.account,
    proof: planted.card,
    consent: 'on',
    intent: 'profile',
  }

  const message = planted.words
  const outcomes = {
    'a refusal of its fields': { status: 422, body: { message, errors: { email: [message] } } },
    'a refusal': { status: 403, body: { message } },
    'too many tries': { status: 429, body: { message } },
    'an error with details': { status: 500, body: { message, detail: planted.email } },
    'another answer': { status: 200, body: `{"data":{"name":"${planted.name}","id":5}}` },
    'a cookie that does not fit': {
      status: 200,
      body: message,
      headers: { 'set-cookie': `sid=${planted.cookie}${'x'.repeat(3_000)}` },
    },
    'no answer': 'reset',
    'a late answer': 'hang',
    'half an answer': 'cuts the connection',
    'a redirect': 'redirects',
  } satisfies Record<string, UpstreamAnswer | Fault>

  const formCases = combinationsOf(
    product({ outcome: Object.entries(outcomes), form: eachForm }),
    ({ outcome: [outcome], form: [name] }) => [outcome, name],
  )

  test.each(formCases)(
    'omits what is typed into the form $form.0, after $outcome.0',
    async ({ outcome, form: [, form] }) => {
      const { path, access } = screenOf(form)
      const visitor = access === 'user' ? await customer() : portal.visitor()
      upstream.on(form.call, outcome[1])
      await visitor.post(
        path,
        form.call === 'changeProfilePassword' ? { ...typed, intent: 'password' } : typed,
      )
      expect(portal.log.length).toBeGreaterThan(0)
      expect(leaks()).toEqual([])
    },
  )

  test('omits what the product API returns about a customer', async () => {
    const account = { account: planted.account, title: planted.name, balance: 1, isDefault: true }
    upstream.on('currentUser', {
      body: { data: { id: planted.token, name: planted.name, email: planted.email, phone: planted.phone } },
    })
    upstream.on('accounts', { body: { data: [account, { ...account, balance: planted.words }] } })
    const visitor = await customer()
    await visitor.get('/personal')
    await visitor.get('/personal/profile')
    expect(leaks()).toEqual([])
  })

  test('has no errors caused by a visitor', async () => {
    const visitor = portal.visitor()
    for (const path of ['/%E0%A4%A', '/?_data=root', '/login?_data=routes%2Fauth%2Flogin', '/a//b', '/.data'])
      await visitor.get(path)
    await visitor.post('/about', { a: 'b' })
    await visitor.post('/login', { email: 'x'.repeat(70_000) })
    await visitor.ask('/login', { method: 'DELETE' })
    expect(portal.log.filter(isAtLeast('warn'))).toEqual([])
  })

  test('has every fault of the product API as an error, once', async () => {
    for (const fault of ['answers 500', 'cuts its JSON', 'reset'] as const) {
      portal.log.length = 0
      upstream.on('accounts', fault)
      await (await customer()).get('/personal')
      expect(portal.log.filter(isAtLeast('error')), fault).toHaveLength(1)
    }
  })
})
