import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port'
import { Browser } from '../support/browser'
import '../support/matchers'
import { TEST_SECRET } from '../support/portal'
import { demoLoginOf, endedProcess, type ServerProcess, startServer } from '../support/server-process'

const guestScreens = ['/', '/about', '/tariffs', '/login', '/registration', '/forgot-password', '/pay']
const customerScreens = [
  '/personal',
  '/personal/add-account',
  '/personal/profile',
  '/personal/security',
  '/personal/my-data',
  '/personal/reminders',
  '/personal/autopayments',
]
/** They begin with the default account. */
const accountScreens = [
  '/personal/history',
  '/personal/invoice',
  '/personal/invoice-explanation',
  '/personal/readings',
  '/personal/access',
  '/personal/pay',
  '/personal/pay-several',
  '/personal/autopayments/new',
]

let mock: ServerProcess
let portal: ServerProcess
let mockUrl: string
let portalUrl: URL

beforeAll(async () => {
  const [mockPort, portalPort] = [await freePort(), await freePort()]
  mockUrl = `http://localhost:${mockPort}`
  portalUrl = new URL(`http://localhost:${portalPort}`)
  mock = await startServer('api.js', { API_PORT: String(mockPort), PUBLIC_URL: portalUrl.origin }, [
    '--mock',
    '--delay',
    '10',
  ])
  portal = await startServer('server.js', {
    PORT: String(portalPort),
    PUBLIC_URL: portalUrl.origin,
    PRODUCT_API_URL: mockUrl,
    PAYMENT_ORIGINS: mockUrl,
    SESSION_SECRET: TEST_SECRET,
  })
})
afterAll(async () => {
  await portal?.stop()
  await mock?.stop()
})

const choose = async (scenario: string) => {
  const { status } = await fetch(`${mockUrl}/mock/scenario/${scenario}`, { method: 'PUT' })
  expect(status).toBe(204)
}

const visitor = () => new Browser(portalUrl, portalUrl.origin)
const signedIn = async (email?: string) => {
  const login = await demoLoginOf(mock)
  const browser = visitor()
  const inside = await browser.press(await browser.get('/login'), 'Войти', {
    ...login,
    ...(email && { email }),
  })
  expect(inside.headers.location).toBe('/personal')
  return browser
}

describe('the portal over the mock', () => {
  test.each([
    ['normal', 'anna@mail.example'],
    ['debts', 'anna@mail.example'],
    ['big', 'anna@mail.example'],
    ['slow', 'anna@mail.example'],
  ])('has every screen of the scenario %s', async (scenario, email) => {
    await choose(scenario)
    const browser = await signedIn(email)
    for (const path of [...guestScreens.slice(0, 3), ...customerScreens, ...accountScreens]) {
      const page = await browser.get(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.h1).not.toBe('')
    }
    for (const path of guestScreens) expect([path, (await visitor().get(path)).status]).toEqual([path, 200])
  })

  test('shows a new customer that there is no account yet', async () => {
    await choose('new-customer')
    const browser = await signedIn('olga@mail.example')
    for (const path of [...customerScreens, '/personal/autopayments/new'])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200])
    expect((await browser.get('/personal')).one('main')?.text).toContain('Добавить')
  })

  test('keeps a changed name, and comes back from the bank with a payment that succeeded', async () => {
    await choose('normal')
    const browser = await signedIn()
    await browser.press(await browser.get('/personal/profile'), 'Сохранить', { name: 'Анна Петровна' })
    expect((await browser.get('/personal/profile')).field('name').value).toBe('Анна Петровна')
    const atBank = await browser.press(await browser.get('/personal/pay'), 'Оплатить', { amount: '100' })
    const bankPage = String(atBank.headers.location)
    expect(bankPage).toMatch(new RegExp(`^${mockUrl}/sandbox-bank/`))
    const paid = await fetch(bankPage, {
      method: 'POST',
      body: new URLSearchParams({ card: '5555555555554444' }),
      redirect: 'manual',
    })
    const back = new URL(paid.headers.get('location') ?? '')
    const heading = async () => (await browser.get(back.pathname + back.search)).h1
    await expect.poll(heading, { timeout: 20_000 }).toMatch(/^Оплачено 100/)
  })

  test.each([
    ['errors', 503],
    ['wrong-shape', 502],
  ])('shows its error screen in the scenario %s', async (scenario, status) => {
    await choose('normal')
    const browser = await signedIn()
    await choose(scenario)
    expect(await browser.get('/personal')).toBeErrorScreen(status)
    await choose('normal')
    expect((await browser.get('/personal')).status).toBe(200)
  })
})

test('the mock is in no file that the portal’s server loads', () => {
  const mark = 'X-Mock-Scenario'.toLowerCase()
  const inFile = (file: string) => readFileSync(`build/parts/${file}`, 'utf8')
  const withMark = readdirSync('build/parts').filter(
    (file) => file.endsWith('.js') && inFile(file).includes(mark),
  )
  expect(withMark).toEqual([expect.stringMatching(/^mock-api/)])
  const [name = ''] = withMark
  expect(inFile('server.js')).not.toContain(name)
  expect(inFile('api.js')).toContain(name)
})

test('the mock says how it is called, and refuses production', async () => {
  const help = await endedProcess('api.js', {}, ['--help'])
  expect(help.code).toBe(0)
  for (const word of ['--mock', '--scenario', '--fail', 'new-customer', 'check-api'])
    expect(help.stdout).toContain(word)
  expect(await endedProcess('api.js', { NODE_ENV: 'production' }, ['--mock'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('NODE_ENV'),
  })
  expect((await endedProcess('api.js', {}, ['--mock', '--scenario', 'none'])).code).toBe(2)
})
