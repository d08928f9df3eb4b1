import { describe, expect, test } from 'vitest'
import type { Browser } from './support/browser'
import { fakeUpstreamOfThisFile } from './support/fake-upstream'
import './support/matchers'
import { portalOfThisFile } from './support/portal'
import { eachForm, type ScreenForm, screenOf } from './support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const own = portal.publicUrl.origin

/** How a form of another site, or of nobody, comes along; undefined: the browser says nothing of it. */
const foreign: [string, { 'sec-fetch-site': string | undefined; origin: string | undefined }][] = [
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  ['of another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['of another site with our origin', { 'sec-fetch-site': 'cross-site', origin: own }],
  ['of a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example.test' }],
  ['of an old browser on another site', { 'sec-fetch-site': undefined, origin: 'https://evil.test' }],
  ['of an old browser that hides its origin', { 'sec-fetch-site': undefined, origin: 'null' }],
  ['of our host at another port', { 'sec-fetch-site': undefined, origin: `${own}0` }],
  [
    'of our host over another protocol',
    { 'sec-fetch-site': undefined, origin: own.replace('http', 'https') },
  ],
  ['of nobody', { 'sec-fetch-site': undefined, origin: undefined }],
]

const ours: typeof foreign = [
  ['of a page of ours', { 'sec-fetch-site': 'same-origin', origin: own }],
  ['that the visitor brought up again', { 'sec-fetch-site': 'none', origin: own }],
  ['of an old browser on a page of ours', { 'sec-fetch-site': undefined, origin: own }],
  [
    'of a page of ours under another name of the server',
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:1' },
  ],
  ['of a page of ours that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['of a page of ours with an origin that is none', { 'sec-fetch-site': 'same-origin', origin: 'nobody' }],
]

const routeOf: Record<string, string> = {
  login: 'routes/auth/login',
  registration: 'routes/auth/registration',
  registrationSent: 'routes/auth/registration',
  forgotPassword: 'routes/auth/forgot-password',
  changePassword: 'routes/auth/change-password',
  verifyEmail: 'routes/auth/verify-email',
  changeEmailUndo: 'routes/auth/change-email-undo',
  accounts: 'routes/personal/accounts',
  addAccount: 'routes/personal/add-account',
  deleteAccount: 'routes/personal/delete-account',
  profile: 'routes/personal/profile',
  changeEmailRequest: 'routes/personal/change-email-request',
  changeEmail: 'routes/personal/change-email',
}

const withParameter = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

/** Every way in which Remix would take the form. */
const addressesOf = (form: ScreenForm): string[] => {
  const { path } = screenOf(form)
  const [pathname = '', query = ''] = path.split('?')
  return [
    path,
    `${pathname}.data?${query}`,
    withParameter(path, `_data=${encodeURIComponent(routeOf[form.screen] ?? '')}`),
    withParameter(path, 'index'),
  ]
}

const changes = (form: ScreenForm) =>
  upstream.asked.filter(({ name, method }) => name === form.call || method !== 'GET').map(({ name }) => name)

const bodies = new Map<ScreenForm, string>()

/** What the browser sends when the form is filled in. */
const bodyOf = async (form: ScreenForm, visitor: Browser) => {
  const known = bodies.get(form)
  if (known !== undefined) return known
  const { values } = (await visitor.get(screenOf(form).path)).formOf(form.button)
  for (const [name, value] of Object.entries(form.typed))
    values.set(name, value === true ? 'on' : String(value))
  bodies.set(form, values.toString())
  return values.toString()
}

const send = async (form: ScreenForm, address: string, headers: Record<string, string | undefined>) => {
  const visitor = screenOf(form).access === 'user' ? await portal.customer() : portal.visitor()
  const body = await bodyOf(form, visitor)
  upstream.calls.length = 0
  return visitor.ask(address, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
}

describe.each(eachForm)('the form %s', (_, form) => {
  test.each(foreign)('%s is refused at every address, and does nothing', async (_, headers) => {
    for (const address of addressesOf(form)) {
      const answer = await send(form, address, headers)
      expect(answer.status, address).toBe(403)
      expect(changes(form), address).toEqual([])
      expect(answer.setCookies.filter((line) => !line.includes('Max-Age=0'))).toEqual([])
    }
  })

  test('of another site is answered with the screen of status 403', async () => {
    const answer = await send(form, screenOf(form).path, { 'sec-fetch-site': 'cross-site', origin: 'null' })
    expect(answer).toBeErrorScreen(403)
  })

  test.each(ours)('%s is taken', async (_, headers) => {
    const answer = await send(form, screenOf(form).path, headers)
    expect(answer).toHaveRedirect(form.leadsTo, 303)
    expect(changes(form)).toEqual([form.call])
  })
})

describe('the logout', () => {
  test.each(foreign)('%s is refused and signs nobody out', async (_, headers) => {
    for (const address of ['/logout', '/logout.data', '/logout?_data=routes%2Fresources%2Flogout']) {
      const visitor = await portal.customer()
      const answer = await visitor.ask(address, { method: 'POST', headers })
      expect(answer.status, address).toBe(403)
      if (address === '/logout') expect(answer).toBeErrorScreen(403)
      expect(upstream.named('logout')).toEqual([])
      expect(visitor.cookies.has('session')).toBe(true)
    }
  })

  test.each(ours)('%s is taken', async (_, headers) => {
    const visitor = await portal.customer()
    expect(await visitor.ask('/logout', { method: 'POST', headers })).toHaveRedirect('/', 303)
    expect(upstream.named('logout')).toHaveLength(1)
  })
})

describe('another way to make a form look like ours', () => {
  test.each([
    ['by X-Forwarded-Host', { 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }],
    ['by the host', { host: 'evil.test', origin: 'http://evil.test' }],
    ['by X-HTTP-Method-Override', { 'x-http-method-override': 'GET', origin: 'https://evil.test' }],
    ['by the referer', { referer: `${own}/login`, origin: undefined }],
  ])('%s comes to nothing', async (_, headers) => {
    const form = Object.fromEntries(eachForm).changeEmailRequest
    if (!form) throw new Error('there is no such form')
    const answer = await send(form, screenOf(form).path, { ...headers, 'sec-fetch-site': undefined })
    expect(answer.status).toBe(403)
    expect(changes(form)).toEqual([])
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('by the method %s comes to nothing', async (method) => {
    const visitor = await portal.customer()
    const answer = await visitor.ask('/personal/change-email-request', {
      method,
      headers: {
        origin: own,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'email=evil%40evil.test',
    })
    expect(answer.status).toBe(405)
    expect(upstream.asked.filter((call) => call.method !== 'GET')).toEqual([])
  })

  test('by opening an address with its fields in the query comes to nothing', async () => {
    const visitor = await portal.customer()
    await visitor.get('/personal/change-email-request?email=evil%40evil.test&intent=profile&_method=POST')
    await visitor.get('/personal?account=1000200031&intent=set-default')
    expect(upstream.asked.filter((call) => call.method !== 'GET')).toEqual([])
  })
})
