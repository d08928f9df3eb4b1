import type { ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { readRouteRules } from './route-rules.server'

interface Route {
  id: string
  path?: string
  index?: boolean
  parentId?: string
  handle?: unknown
}

/** A build: only its route map matters. */
const buildOf = (...routes: Route[]): ServerBuild => ({
  entry: { module: { default: () => new Response() } },
  routes: Object.fromEntries(
    routes.map(({ handle, ...route }) => [route.id, { ...route, module: { default: () => null, handle } }]),
  ),
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  mode: 'production',
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  isSpaMode: false,
})

const root = { id: 'root', path: '' }
const layout = { id: 'layout', parentId: 'root' }
const page = (id: string, path: string, handle: unknown, parentId = 'layout'): Route => ({
  id,
  path,
  handle,
  parentId,
})

describe('the route map', () => {
  test.each(['all', 'guest', 'user'])('accepts the access %s', (access) => {
    expect(() =>
      readRouteRules(buildOf(root, layout, page('login', 'login', { access, secret: false }))),
    ).not.toThrow()
  })

  test.each([
    ['an access that nobody defined', { access: 'admin', secret: false }],
    ['no access', { secret: false }],
    ['nothing about secrets', { access: 'all' }],
    ['no handle', undefined],
    ['another handle', 'user'],
    ['a validity rule that is none', { access: 'all', secret: false, isValid: true }],
  ])('with %s does not start the server', (_, handle) => {
    const build = buildOf(root, layout, page('secret', 'secret', handle))
    expect(() => readRouteRules(build)).toThrow('Unknown route middleware')
  })

  test('needs no access for the root and layouts', () => {
    expect(() =>
      readRouteRules(buildOf(root, layout, page('a', 'a', { access: 'all', secret: false }))),
    ).not.toThrow()
  })
})

describe('a route’s rules', () => {
  const isDigits = ({ params }: { params: { id?: string } }) => /^\d+$/.test(params.id ?? '')
  const rules = readRouteRules(
    buildOf(
      root,
      layout,
      page('verify', 'verify-email/:id', { access: 'guest', secret: true, isValid: isDigits }),
      page('login', 'login', { access: 'guest', secret: false }),
      { id: 'home', index: true, parentId: 'layout', handle: { access: 'all', secret: false } },
      page('content', '*', {
        access: 'all',
        secret: false,
        isValid: ({ pathname }: { pathname: string }) => pathname !== '/no',
      }),
    ),
  )

  test.each([
    ['/', true],
    ['/login', true],
    ['/verify-email/12', true],
    ['/verify-email/x', false],
    ['/verify-email/%D0%B9', false],
    ['/about/us', true],
    ['/no', false],
    ['/%E0%A4%A', false],
  ])('the address %s is valid: %s', (pathname, valid) => {
    expect(rules.isValid(pathname)).toBe(valid)
  })

  test.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/verify-email/secret-token', '/verify-email/:id'],
    ['/somebody@example.test/79991234567', '/*'],
    ['/%E0%A4%A', '/'],
  ])('log %s as %s', (pathname, pattern) => {
    expect(rules.patternOf(pathname)).toBe(pattern)
  })

  test.each([
    ['/verify-email/12?code=3', true],
    ['/verify-email/x', true],
    ['/login?redirectTo=%2Fverify-email%2F12%3Fcode%3D3', true],
    ['/login?redirectTo=%2Flogin%3FredirectTo%3D%252Fverify-email%252F12', true],
    ['/login?redirectTo=%2Fabout', false],
    ['/login', false],
    ['/about', false],
    ['/%E0%A4%A', false],
    ['//:0', false],
  ])('the address %s is secret: %s', (address, secret) => {
    expect(rules.isSecret(address)).toBe(secret)
  })

  test('know which pages take forms', () => {
    const build = buildOf(
      root,
      layout,
      page('login', 'login', { access: 'guest', secret: false }),
      page('about', 'about', { access: 'all', secret: false }),
    )
    const { login } = build.routes
    if (!login) throw new Error('the map has no login')
    const withForm = { ...login, module: { ...login.module, action: () => null } }
    const rules = readRouteRules({ ...build, routes: { ...build.routes, login: withForm } })
    expect(['/login', '/about', '/other', '/%E0%A4%A'].map(rules.takesForms)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('have nothing for an unknown address', () => {
    const strict = readRouteRules(
      buildOf(root, layout, page('login', 'login', { access: 'guest', secret: false })),
    )
    expect(strict.isValid('/other')).toBe(false)
    expect(strict.patternOf('/other')).toBe('/')
  })
})
