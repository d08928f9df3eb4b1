import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { runCommandLine } from 'cli/command-line'
import { type MockApi, openMockApi } from 'cli/mock/mock-api'
import { readMockOptions } from 'cli/mock/read-mock-options'
import { accountsAnswer } from 'contract/accounts'
import { autopaymentsAnswer } from 'contract/autopayments'
import { baseData } from 'contract/base-data'
import { endpoints } from 'contract/endpoints'
import { invoiceAnswer } from 'contract/invoices'
import { problem } from 'contract/problem'
import { noLog } from 'monitoring/log'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBrowser } from '../api/support/api-world'

const mocks: MockApi[] = []
const open = async (...args: string[]) => {
  const mock = await openMockApi(readMockOptions(args), {}, noLog)
  mocks.push(mock)
  return mock
}
afterAll(async () => {
  for (const mock of mocks) await mock.close()
})

const signedIn = async (mock: MockApi) => {
  const browser = openBrowser(mock, {})
  const answer = await browser.post(endpoints.login.path, mock.login)
  expect(answer.status).toBe(200)
  return browser
}
type Visitor = Awaited<ReturnType<typeof signedIn>>
const accountsOf = async (browser: Visitor) =>
  accountsAnswer.parse((await browser.get(endpoints.accounts.path)).body).data

describe('the mock', () => {
  let mock: MockApi
  let browser: Visitor

  beforeAll(async () => {
    mock = await open()
    browser = await signedIn(mock)
  })
  const control = (name: string) => browser.send('PUT', `/mock/scenario/${name}`)
  const asked = (path: string, scenario: string) =>
    browser.send('GET', path, { headers: { 'x-mock-scenario': scenario } })

  test('keeps to the contract in every call that check-api makes, in its first scenario', async () => {
    const server = createServer(getRequestListener((request) => mock.fetch(request))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    vi.stubEnv('CHECK_API_PASSWORD', mock.login?.password ?? '')
    const printed = await runCommandLine(
      ['check-api', `http://127.0.0.1:${port}`, '--login', mock.login?.email ?? '', '--write', '--json'],
      '',
    )
    server.closeAllConnections()
    server.close()
    const { calls } = JSON.parse(String(printed))
    const held = calls.filter(({ verdict }: { verdict: string }) => verdict === 'holds')
    expect(held.length).toBeGreaterThan(25)
  })

  test('keeps what is changed, and takes a payment at its own bank', async () => {
    await browser.post(endpoints.changeProfile.path, { name: 'Анна Петровна', phone: null })
    expect((await browser.get(endpoints.currentUser.path)).body).toMatchObject({
      data: { name: 'Анна Петровна' },
    })
    const [{ account } = { account: '' }] = await accountsOf(browser)
    const returnTo = mock.config.publicUrl
    const begun = await browser.send('POST', `/api/v1/personal/pay/${account}`, {
      headers: { 'content-type': 'application/json', 'idempotency-key': 'form-1' },
      body: JSON.stringify({ amount: 10_000, saveMethod: false, successUrl: returnTo, failedUrl: returnTo }),
    })
    expect(begun).toMatchObject({ status: 201, body: { data: { status: 'pending' } } })
    const { id, confirmationUrl } = JSON.parse(begun.text).data
    const card = new URLSearchParams({ card: '5555555555554444' })
    const paid = await mock.fetch(new Request(confirmationUrl, { method: 'POST', body: card }))
    expect(paid.headers.get('location')).toContain(returnTo)
    const payment = async () => (await browser.get(`/api/v1/personal/pay/${id}`)).body
    await expect.poll(payment, { timeout: 20_000 }).toMatchObject({ data: { status: 'succeeded' } })
  })

  test.each(['errors', 'slow,errors', 'nothing', 'constructor', 'debts,big'])(
    'takes the scenario %s at its control address, and refuses an unknown one',
    async (name) => {
      const known = !['nothing', 'constructor', 'debts,big'].includes(name)
      expect((await control(name)).status).toBe(known ? 204 : 400)
      const now = (await browser.get('/mock/scenario')).body
      expect(now).toEqual({ scenario: known ? expect.stringContaining('errors') : expect.any(String) })
      expect((await control('normal')).status).toBe(204)
    },
  )

  test('starts another kind of data again after a failed start', async () => {
    const obstacle = join(dirname(mock.config.dataDir), 'debts', 'portal.sqlite')
    mkdirSync(obstacle, { recursive: true })
    await expect(control('debts')).rejects.toThrow()
    rmSync(obstacle, { recursive: true })
    expect((await control('debts')).status).toBe(204)
    expect((await control('normal')).status).toBe(204)
  })

  test('fails as told, of one request, and still says who is signed in', async () => {
    const failed = await asked(endpoints.accounts.path, 'errors')
    expect(failed.status).toBe(503)
    expect(failed.headers.get('retry-after')).toBe('5')
    expect(problem.parse(failed.body).message).toMatch(/[а-я]/)
    expect((await asked(endpoints.currentUser.path, 'errors')).status).toBe(200)
    expect((await asked(endpoints.accounts.path, 'normal')).status).toBe(200)
  })

  test('leaves out what an answer must have', async () => {
    const { status, body } = await asked(endpoints.accounts.path, 'wrong-shape')
    expect(status).toBe(200)
    expect(accountsAnswer.safeParse(body).success).toBe(false)
  })

  test('has no features, and none of their calls', async () => {
    const base = baseData.parse((await asked(endpoints.baseData.path, 'no-features')).body)
    expect(base.features ?? []).toEqual([])
    expect((await asked(endpoints.sessions.path, 'no-features')).status).toBe(404)
    expect((await asked(endpoints.accounts.path, 'no-features')).status).toBe(200)
  })

  test('has customers of their own in another kind of data', async () => {
    expect((await asked(endpoints.accounts.path, 'debts')).status).toBe(401)
  })
})

test('a new customer has no accounts', async () => {
  const browser = await signedIn(await open('--scenario', 'new-customer'))
  expect(await accountsOf(browser)).toEqual([])
  expect(autopaymentsAnswer.parse((await browser.get(endpoints.autopayments.path)).body).data).toEqual([])
})

test('a customer with debts owes months, and penalties with them', async () => {
  const browser = await signedIn(await open('--scenario', 'debts'))
  const owing = (await accountsOf(browser)).filter(({ balance }) => balance > 100_000)
  expect(owing).toHaveLength(2)
  const read = async (body: { period?: string | undefined }) =>
    invoiceAnswer.parse((await browser.post(`/api/v1/personal/invoice/${owing[0]?.account}`, body)).body)
  const { data: newest, periods } = await read({})
  expect(newest?.penalty).toBeGreaterThan(0)
  // The newest one is not overdue yet until the 15th.
  const { data: before } = await read({ period: periods[1] })
  expect(before?.status).toBe('overdue')
})

test('a customer with many accounts has 43', async () => {
  const browser = await signedIn(await open('--scenario', 'big'))
  expect(await accountsOf(browser)).toHaveLength(43)
})

test('the calls of --fail fail, and no others; slow answers take as long as told', async () => {
  const mock = await open('--fail', 'accounts=500,history=429', '--scenario', 'slow', '--delay', '150')
  const browser = await signedIn(mock)
  expect((await browser.get(endpoints.accounts.path)).status).toBe(500)
  const began = performance.now()
  expect((await browser.get(endpoints.savedMethods.path)).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThan(140)
})

test('leaves nothing behind', async () => {
  const mock = await openMockApi(readMockOptions([]), {}, noLog)
  expect(existsSync(mock.config.dataDir)).toBe(true)
  await mock.close()
  expect(existsSync(mock.config.dataDir)).toBe(false)
})

test('does not run in production, nor for everybody without a secret', async () => {
  await expect(openMockApi(readMockOptions([]), { NODE_ENV: 'production' }, noLog)).rejects.toThrow(
    'NODE_ENV',
  )
  await expect(openMockApi(readMockOptions([]), { HOST: '0.0.0.0' }, noLog)).rejects.toThrow('API_SECRET')
})

test.each([
  ['--scenario', 'nothing'],
  ['--fail', 'history'],
  ['--fail', 'nothing=500'],
  ['--delay', 'soon'],
  ['--loud'],
  ['word'],
])('does not begin with %s %s', (...args) => {
  expect(() => readMockOptions(args)).toThrow()
})
