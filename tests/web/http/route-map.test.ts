import type { ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { createRemoteTransport } from '~/api-client/remote-transport.server'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { builtApp, portalOfThisFile, startPortal, TEST_SECRET } from '../support/portal'
import { isLayout, type RoutePage, routeAt, routePages } from '../support/route-pages'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const build = await builtApp()

/** The specification's table of screens, and the portal's additions. */
const ACCESS: Record<string, 'all' | 'guest' | 'user'> = {
  '/': 'all',
  '/*': 'all',
  '/pay': 'all',
  '/pay/failed': 'all',
  '/pay/success': 'all',
  '/styleguide': 'all',
  '/cookie-settings': 'all',
  '/login': 'guest',
  '/login/code': 'guest',
  '/registration': 'guest',
  '/forgot-password': 'guest',
  '/change-password/:id': 'guest',
  '/verify-email/:id': 'guest',
  '/personal': 'user',
  '/personal/add-account': 'user',
  '/personal/autopay-failed': 'user',
  '/personal/autopay-success': 'user',
  '/personal/autopayments': 'user',
  '/personal/change-email-request': 'user',
  '/personal/change-email': 'user',
  '/personal/history': 'user',
  '/personal/invoice': 'user',
  '/personal/account-title': 'user',
  '/personal/invoice-explanation': 'user',
  '/personal/pay': 'user',
  '/personal/pay-failed': 'user',
  '/personal/pay-success': 'user',
  '/personal/profile': 'user',
  '/logout': 'all',
  '/change-email-undo/:id': 'all',
  '/not-me/:id': 'all',
  '/deletion-undo/:id': 'all',
  '/autopay-refuse/:id': 'all',
  '/access-invite/:id': 'all',
  '/reminder-off/:id': 'all',
  '/invoice-letters-off/:id': 'all',
  '/calendar/:file': 'all',
  '/accessible-version': 'all',
}

/** Pages whose address or text opens something: scripts of other sites never run there. */
const SECRET = [
  '/access-invite/:id',
  '/autopay-refuse/:id',
  '/calendar/:file',
  '/change-email-undo/:id',
  '/change-password/:id',
  '/deletion-undo/:id',
  '/invoice-letters-off/:id',
  '/not-me/:id',
  '/pay/failed',
  '/pay/success',
  '/personal/access',
  '/personal/autopay-failed',
  '/personal/autopay-success',
  '/personal/change-email',
  '/personal/pay-failed',
  '/personal/pay-success',
  '/personal/reminders',
  '/personal/security',
  '/reminder-off/:id',
  '/verify-email/:id',
]

/** Everything else under /personal is for customers only. */
const accessOf = (pattern: string) =>
  ACCESS[pattern] ?? (pattern.startsWith('/personal/') ? 'user' : undefined)

const pages = routePages(build)

/** An address that matches the pattern and passes its validity rule. */
const addressOf = ({ pattern }: RoutePage) =>
  pattern
    .replace(':id', '9f3c2a7e51b04d6c8a1e')
    .replace(':file', '9f3c2a7e51b04d6c8a1e.ics')
    .replace('*', 'some/content')
    .replace(/:\w+\??/g, '2026-09')

const named = pages.map((page) => [page.pattern, page] as const)
const withAccess = (access: string) => named.filter(([, page]) => accessOf(page.pattern) === access)
const personal = () => upstream.visitorCalls.filter(({ name }) => name !== 'page')

describe('the route map', () => {
  test('has every page once', () => {
    const patterns = pages.map(({ pattern }) => pattern)
    expect(new Set(patterns).size).toBe(patterns.length)
    expect(patterns).toEqual(expect.arrayContaining(['/', '/*', '/login', '/personal', '/personal/profile']))
  })

  test.each(named)('gives %s the access of its screen', (pattern, { module }) => {
    expect(accessOf(pattern), `${pattern} is in no table`).toBeDefined()
    expect(module.handle).toMatchObject({ access: accessOf(pattern) })
  })

  test('keeps scripts of other sites off each page whose address or text opens something', () => {
    for (const { pattern, module } of pages)
      expect(module.handle, pattern).toMatchObject({ secret: SECRET.includes(pattern) })
    expect(pages.map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(SECRET))
  })

  test.each(named)('has %s guarded by a loader', (_, { module }) => {
    expect(module.loader).toBeTypeOf('function')
  })

  test('has no guard in a layout: layouts load nothing', () => {
    for (const route of Object.values(build.routes))
      if (route && route.id !== 'root' && isLayout(build, route.id)) {
        expect(route.module.loader, route.id).toBeUndefined()
        expect(route.module.action, route.id).toBeUndefined()
      }
  })

  test('only pages take forms, not the root', () => {
    expect(build.routes.root?.module.action).toBeUndefined()
  })

  test('resolves every example address to its own page', () => {
    for (const page of pages) expect(routeAt(pages, addressOf(page))).toBe(page.id)
  })
})

describe.each(withAccess('user'))('a guest at %s', (_, page) => {
  const address = addressOf(page)

  test('is redirected to the login without any personal call', async () => {
    const visitor = portal.visitor()
    expect(await visitor.get(address)).toHaveRedirect(
      `/login?${new URLSearchParams({ redirectTo: address })}`,
      302,
    )
    expect(await visitor.ask(address, { method: 'HEAD' })).toHaveRedirect(/^\/login\?redirectTo=/)
    expect(upstream.visitorCalls).toEqual([])
  })

  test('gets none of its data', async () => {
    const data = await portal.visitor().data(address)
    expect(data.status).toBe(202)
    expect(data.html).toContain('/login?redirectTo=')
    expect((await portal.visitor().get(`${address}?_data=${encodeURIComponent(page.id)}`)).location).toMatch(
      /^\/login/,
    )
    expect(upstream.visitorCalls).toEqual([])
  })

  test('can’t post to it: every intent redirects to the login', async () => {
    for (const intent of ['', 'profile']) {
      const fields = { intent, account: '1000200031', email: 'a@example.test', name: 'Анна', amount: '100' }
      const answer = await portal.visitor().post(address, fields)
      if (page.module.action) expect(answer).toHaveRedirect(/^\/login\?redirectTo=/, 303)
      else expect([405, 303, 302]).toContain(answer.status)
    }
    expect(upstream.visitorCalls).toEqual([])
  })
})

describe.each(withAccess('guest'))('a customer at %s', (_, page) => {
  test('is redirected to the personal pages, by GET and POST, after one call for the user', async () => {
    const address = addressOf(page)
    const visitor = await portal.customer()
    expect(await visitor.get(address)).toHaveRedirect('/personal', 302)
    for (const intent of ['', 'resend'])
      expect(await visitor.post(address, { intent, email: 'a@example.test' })).toHaveRedirect(
        '/personal',
        303,
      )
    expect(new Set(upstream.visitorCalls.map(({ name }) => name))).toEqual(new Set(['currentUser']))
  })
})

describe.each(withAccess('all'))('a guest at %s', (_, page) => {
  test('is let in', async () => {
    const answer = await portal.visitor().get(addressOf(page))
    // An invitation without its code says so.
    expect([200, 302, 400, 404]).toContain(answer.status)
    expect(answer.location ?? '/').toBe('/')
    // A calendar is open to everybody who has its address.
    const open = personal().filter(({ name }) => name !== 'calendar' && !name.startsWith('guestPayment'))
    expect(open).toEqual([])
  })
})

describe('a route map with a mistake', () => {
  const start = (change: (login: NonNullable<ServerBuild['routes'][string]>) => object | undefined) =>
    startPortal(createRemoteTransport(upstream.url), {
      env: { PRODUCT_API_URL: upstream.url.href, SESSION_SECRET: TEST_SECRET },
      build: (whole) => {
        const login = whole.routes['routes/auth/login']
        if (!login) throw new Error('there is no login')
        const changed = { ...login, module: { ...login.module, handle: change(login) } }
        return { ...whole, routes: { ...whole.routes, [login.id]: changed } }
      },
    })

  test.each([
    ['an access that nobody defined', { access: 'administrator', secret: false }],
    ['no access', { secret: false }],
    ['no handle', undefined],
  ])('(%s) does not start the server', async (_, handle) => {
    await expect(start(() => handle)).rejects.toThrow('Unknown route middleware')
  })

  test('a page that breaks its validity rule is not found, by every method', async () => {
    const strict = await start(() => ({ access: 'guest', secret: false, isValid: () => false }))
    const visitor = strict.visitor()
    expect(await visitor.get('/login')).toBeErrorScreen(404)
    expect((await visitor.data('/login')).html).toContain('Page Not Found: /login')
    expect(await visitor.post('/login', { email: 'a@example.test', password: 'p' })).toBeErrorScreen(404)
    expect(upstream.named('login')).toEqual([])
    await strict.close()
  })
})
