import { randomUUID } from 'node:crypto'
import { type CallInput, type EndpointName, endpoints } from 'contract/endpoints'
import type { AccountNumber } from 'contract/identifiers'
import { accountNumber } from 'contract/identifiers'
import { beforeAll, describe, expect, test } from 'vitest'
import { callProductApi } from '~/api-client/product-api.server'
import { UpstreamCookies } from '~/server/session/upstream-cookies.server'
import { openForTests } from '../support/open-for-tests'
import { startRealApi } from '../web/support/real-api'

/** Whichever way the portal reaches it, every answer of our own API has to be one that the portal takes in. */
describe.each(['embedded', 'remote'] as const)('our own product API, %s', (standing) => {
  const api = openForTests(() => startRealApi(standing))
  const cookies = new UpstreamCookies()
  let account: AccountNumber

  const call = async <Name extends EndpointName>(name: Name, input: CallInput<Name>, jar = cookies) => {
    const cookie = endpoints[name].cookies ? jar.header : null
    return callProductApi(api.transport, name, input, {
      headers: {
        'x-request-id': randomUUID(),
        'x-forwarded-for': '203.0.113.7',
        ...(cookie ? { cookie } : {}),
      },
      timeoutMs: 30_000,
      onSetCookies: (setCookies) => jar.absorb(setCookies),
    })
  }

  const took = async <Name extends EndpointName>(name: Name, input: CallInput<Name>, jar = cookies) => {
    const result = await call(name, input, jar)
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`)
    return result.answer
  }

  const login = () => ({ body: { email: api.demoLogin.email, password: api.demoLogin.password } })

  beforeAll(async () => {
    await took('login', login())
    const { data } = await took('accounts', { query: {} })
    account = accountNumber.parse(data[0]?.account)
  })

  test('frames the site', async () => {
    const base = await took('baseData', {})
    expect(base.topMenu.length).toBeGreaterThan(0)
    expect(base.contacts.phones.length).toBeGreaterThan(0)
  })

  test('has the pages of its content', async () => {
    const page = await took('page', { query: { path: '/consent' } })
    if (!('title' in page)) throw new Error('it has moved')
    expect(page.title).not.toBe('')
    expect(page.body).toContain('<')
  })

  test.each(['/nowhere', '/../etc/passwd', '/\0', ''])(
    'has no page %j, and says so in words',
    async (path) => {
      expect(await call('page', { query: { path } })).toMatchObject({
        ok: false,
        failure: { kind: expect.stringMatching(/^(missing|invalid)$/) },
      })
    },
  )

  test('tells who is signed in, and their accounts', async () => {
    expect((await took('currentUser', {})).data).toMatchObject({ email: api.demoLogin.email })
    expect((await took('defaultAccount', {}))?.account).toBeTruthy()
    const { data } = await took('accounts', { query: {} })
    expect(data).toHaveLength(3)
    expect((await took('accounts', { query: { filter: 'гараж' } })).data).toHaveLength(1)
    expect((await took('accounts', { query: { filter: 'нет такого' } })).data).toEqual([])
  })

  test('tells of invoices and charges', async () => {
    const newest = await took('invoice', { id: account, body: {} })
    expect(newest.data).not.toBeNull()
    const period = newest.periods.at(-1)
    expect((await took('invoice', { id: account, body: { period } })).data?.period).toBe(period)
    expect((await took('charges', { id: account, query: { months: '24' } })).data.length).toBeGreaterThan(0)
  })

  test('explains every invoice of every account by the months before it, without another reason', async () => {
    const { data: accounts } = await took('accounts', { query: {} })
    let explained = 0
    for (const { account: id } of accounts) {
      const { periods } = await took('invoice', { id, body: {} })
      for (const [at, period] of periods.slice(0, -1).entries())
        for (const against of [undefined, periods.at(-1)]) {
          const { data } = await took('invoiceExplanation', { id, query: { period, against } })
          expect(data).toMatchObject({ period, against: against ?? periods[at + 1] })
          expect(data.steps.filter(({ kind }) => kind === 'other')).toEqual([])
          explained += 1
        }
    }
    expect(explained).toBe(accounts.length * 23 * 2)
  })

  test('tells why October is dearer than September: the heating is on', async () => {
    const { periods } = await took('invoice', { id: account, body: {} })
    const period = periods.find((month) => month.endsWith('-10')) ?? ''
    const { data } = await took('invoiceExplanation', { id: account, query: { period } })
    const added = data.steps.filter(({ kind }) => kind === 'added')
    expect(added).toMatchObject([{ service: 'Отопление' }])
    expect(added[0]?.amount).toBeGreaterThan(100_000)
  })

  test('has nothing to compare the first invoice with', async () => {
    const { periods } = await took('invoice', { id: account, body: {} })
    const query = { period: periods.at(-1) ?? '' }
    expect(await call('invoiceExplanation', { id: account, query })).toMatchObject({
      ok: false,
      failure: { kind: 'missing', code: 'nothing_to_compare' },
    })
  })

  test('tells of payments page by page, with the totals of all', async () => {
    const first = await took('history', { id: account, query: { limit: '5' } })
    expect(first.data).toHaveLength(5)
    expect(first.meta.count).toBeGreaterThan(5)
    const next = await took('history', {
      id: account,
      query: { limit: '5', cursor: first.meta.nextCursor ?? '' },
    })
    expect(next.meta).toMatchObject({ count: first.meta.count, totalAmount: first.meta.totalAmount })
    expect(next.data[0]?.id).not.toBe(first.data[0]?.id)
  })

  test('opens every payment that a history calls the customer’s own, as the history has it', async () => {
    const { data: accounts } = await took('accounts', { query: {} })
    const histories = await Promise.all(
      accounts.map(({ account: id }) => took('history', { id, query: { limit: '100' } })),
    )
    const theirs = histories.flatMap(({ data }) => data).filter(({ own }) => own)
    expect(new Set(theirs.map(({ source }) => source))).toEqual(new Set(['personal', 'autopayment']))
    expect(new Set(theirs.map(({ status }) => status))).toEqual(new Set(['succeeded', 'canceled']))
    for (const { own: _, ...listed } of theirs)
      expect((await took('personalPaymentState', { id: listed.id })).data).toMatchObject(listed)
  })

  test('changes the profile, the default account and nothing of somebody else’s', async () => {
    const changed = await took('changeProfile', { body: { name: 'Анна Воронцова', phone: null } })
    expect(changed?.data.phone ?? null).toBeNull()
    await took('setDefaultAccount', { id: account })
    expect((await took('defaultAccount', {}))?.account).toBe(account)
    for (const id of ['4010031902', 'nothing', '%2e%2e', '../x'])
      expect(await call('setDefaultAccount', { id })).toMatchObject({
        ok: false,
        failure: { kind: 'missing' },
      })
  })

  test('asks for a proof before it adds an account', async () => {
    const body = { account: accountNumber.parse('6200015394') }
    const asked = await call('addAccount', { body })
    expect(asked).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', code: 'proof_required', proof: { label: expect.any(String) } },
    })
    expect((await took('addAccount', { body: { ...body, proof: '83146920' } }))?.data.account).toBe(
      body.account,
    )
    expect(await call('addAccount', { body })).toMatchObject({ ok: false, failure: { kind: 'conflict' } })
    await took('deleteAccount', { id: body.account })
  })

  test('tells of an autopayment, its card, what it did and the payments that it made', async () => {
    const [autopayment, ...more] = (await took('autopayments', {})).data
    expect(more).toEqual([])
    expect(autopayment).toMatchObject({ rule: 'invoice', status: 'active', method: { kind: 'card' } })
    expect((await took('savedMethods', {})).data).toHaveLength(1)
    const { data: runs } = await took('autopaymentRuns', { id: autopayment?.id ?? '' })
    expect(new Set(runs.map(({ outcome }) => outcome))).toEqual(new Set(['charged', 'skipped']))
    for (const { reason } of runs) expect(reason).toMatch(/[а-я]/)
    const made = [autopayment?.lastPayment?.id, ...runs.map(({ payment }) => payment)]
    for (const id of made) {
      if (!id) continue
      expect((await took('personalPaymentState', { id })).data.status).toBe('succeeded')
    }
  })

  test('refuses in words that the portal can show', async () => {
    const nobody = new UpstreamCookies()
    const invalid = { ok: false, failure: { kind: 'invalid', message: expect.stringMatching(/[а-я]/) } }
    const wrong = { email: 'nobody@example.test', password: 'wrong' }
    expect(await call('login', { body: wrong }, nobody)).toMatchObject(invalid)
    expect(await call('forgotPassword', { body: { email: 'no address' } }, nobody)).toMatchObject(invalid)
    const passwords = { password: 'короткий', password_confirmation: 'другой' }
    for (const result of [
      await call('verifyEmail', { id: 'x', query: { code: '1' } }, nobody),
      await call('changePassword', { id: 'x', query: 'code=1', body: passwords }, nobody),
      await call('changeEmail', { query: 'id=x&code=1' }),
      await call('changeEmailUndo', { id: 'x', body: { code: '1' } }, nobody),
    ])
      expect(result).toMatchObject({
        ok: false,
        failure: { kind: expect.stringMatching(/^(invalid|gone)$/) },
      })
  })

  test('signs out, and no longer knows the old session', async () => {
    const jar = new UpstreamCookies()
    await took('login', login(), jar)
    const before = new UpstreamCookies(jar.list)
    expect(await call('accounts', { query: {} }, before)).toMatchObject({ ok: true })
    await took('logout', {}, jar)
    expect(jar.isEmpty).toBe(true)
    expect(await call('accounts', { query: {} }, before)).toMatchObject({
      ok: false,
      failure: { kind: 'unauthorized' },
    })
  })
})
