import { afterAll, describe, expect, test, vi } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { aboutPage, baseData, customer } from '../support/default-answers'
import { portalOfThisFile } from '../support/portal'

// Before the portal is created: its caches keep the clock that they find then.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

const consentOf = (updatedAt: string | undefined) =>
  upstream.on('page', { body: { ...aboutPage, ...(updatedAt && { updatedAt }) } })
const version = async () => (await portal.visitor().get('/registration')).controls('consentVersion')[0]?.value

/** The page without the values that are new in every response. */
const lasting = (html: string) =>
  html.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '')

describe('a cached guest page', () => {
  test('is identical to a rendered one', async () => {
    const [first, second] = [await portal.visitor().get('/login'), await portal.visitor().get('/login')]
    expect(lasting(second.html)).toBe(lasting(first.html))
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect(second.headers['cache-control']).toBe(first.headers['cache-control'])
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('gives each visitor a device of their own', async () => {
    const devices = new Set<string | undefined>()
    for (let visit = 0; visit < 3; visit += 1) {
      const visitor = portal.visitor()
      const page = await visitor.get('/login')
      const device = visitor.cookies.get('device')
      expect(page.html).not.toContain(device)
      devices.add(device)
    }
    expect(devices.size).toBe(3)
  })

  test('shows the current content', async () => {
    consentOf('2026-01-01')
    expect(await version()).toBe('2026-01-01')
    expect(await version()).toBe('2026-01-01')
    consentOf('2026-02-02')
    expect(await version()).toBe('2026-02-02')
    upstream.on('page', { status: 404, body: { message: 'Нет' } })
    expect(await version()).toBeUndefined()
    upstream.on('page', 'reset')
    expect(await version()).toBeUndefined()
    consentOf('2026-03-03')
    expect(await version()).toBe('2026-03-03')
  })

  test('loads its content once per request', async () => {
    for (let visit = 1; visit <= 3; visit += 1) {
      await portal.visitor().get('/registration')
      expect(upstream.named('page')).toHaveLength(visit)
    }
  })

  test('follows changes of the menus, and is never stored with old ones', async () => {
    await portal.visitor().get('/login')
    const topMenu = [{ title: 'Новый раздел', url: '/new-section' }]
    upstream.on('baseData', { body: { ...baseData, topMenu } })
    pass(61_000)
    // This page is rendered with the old menus, while the new ones are being loaded.
    await portal.visitor().get('/login')
    await vi.waitFor(() => expect(upstream.named('baseData').length).toBeGreaterThan(0))
    await vi.waitFor(async () =>
      expect((await portal.visitor().get('/login')).link('Новый раздел')).toBe('/new-section'),
    )
  })

  test('is never shown to a customer, nor a customer’s page to a guest', async () => {
    await portal.visitor().get('/login')
    expect(await (await portal.customer()).get('/login')).toHaveRedirect('/personal')
    expect((await portal.visitor().get('/login')).html).not.toContain(customer.name)
  })

  test('never contains a rejected form or typed values', async () => {
    await portal.visitor().post('/login', { email: 'typed@example.test', password: '' })
    const page = await portal.visitor().get('/login')
    expect(page.title).toBe('Вход — My New Project')
    expect(page.html).not.toContain('typed@example.test')
  })

  test('is the same for any query', async () => {
    await portal.visitor().get('/registration')
    expect((await portal.visitor().get('/registration?sent')).h1).toBe('Проверьте почту')
    expect((await portal.visitor().get('/registration')).h1).toBe('Регистрация')
  })

  test('is a page: what scripts ask for is answered as data each time', async () => {
    const [first, second] = [await portal.visitor().data('/about'), await portal.visitor().data('/about')]
    expect(first.headers).toMatchObject({
      'content-type': 'text/x-script; charset=utf-8',
      'x-remix-response': 'yes',
    })
    for (const name of ['content-type', 'x-remix-response'])
      expect(second.headers[name]).toBe(first.headers[name])
    expect(second.html).toContain(aboutPage.title)
  })

  test('does not hold the page of a login’s code for another guest', async () => {
    upstream.on('login', {
      status: 403,
      body: { message: 'Введите код', code: 'second_step', secondStep: { token: 'token-of-the-login' } },
    })
    const owner = portal.visitor()
    await owner.post('/login', { email: 'anna@example.test', password: 'сорок две птицы' })
    expect((await owner.data('/login/code')).status).toBe(200)
    const other = await portal.visitor().data('/login/code')
    expect(other.status).toBe(202)
    expect(other.html).toContain('"/login"')
  })
})
