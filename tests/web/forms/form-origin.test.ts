import type { EndpointName } from 'contract/endpoints'
import { describe, expect, test } from 'vitest'
import { combinationsOf, product, valuesOf } from '../../support/pairwise'
import type { Browser, Fields } from '../support/browser'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { homeAccount } from '../support/default-answers'
import { type OwnAnswerForm, ownAnswerForms, setAnswers } from '../support/own-answer-forms'
import { builtApp, portalOfThisFile } from '../support/portal'
import { routeAt, routePages } from '../support/route-pages'
import { eachForm, eachScreen, type Screen, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
// With a counter there is a cookie form as well.
const portal = await portalOfThisFile(upstream, { env: { METRIKA_ID: '12345678' } })
const own = portal.publicUrl.origin

/** The headers of a form from another site or without an origin; undefined: the browser does not send the header. */
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

const pages = routePages(await builtApp())
const takePosts = pages.filter(({ module }) => module.action !== undefined)

/** One form of a page with valid values. */
interface FilledForm {
  path: string
  access: Screen['access']
  waitsForCode?: true
  button: string
  typed: Fields
  answers?: OwnAnswerForm['answers']
  reach?: OwnAnswerForm['reach']
  /** The calls by which the form changes something. */
  calls: readonly EndpointName[]
  /** Null: the response is a page. */
  leadsTo: string | RegExp | null
}

const requisites =
  'ST00012|Name=ООО УК|PersonalAcc=40702810138250123017|BankName=Банк|BIC=044525225|CorrespAcc=3'

const formsOfOwnAnswers = Object.entries<OwnAnswerForm>(ownAnswerForms).map(
  ([name, form]): [string, FilledForm] => [
    name,
    { ...form, calls: [form.call], leadsTo: form.success.status === 303 ? form.success.at : null },
  ],
)

/** Forms that support/screens.ts does not have: a page answers them, or they make no call. */
const furtherForms: Record<string, FilledForm> = {
  ...Object.fromEntries(formsOfOwnAnswers),
  payCheck: {
    path: '/pay',
    access: 'all',
    button: 'Продолжить',
    typed: { account: homeAccount.account },
    calls: [],
    leadsTo: `/pay?account=${homeAccount.account}`,
  },
  payByQr: {
    path: '/pay',
    access: 'all',
    button: 'Заполнить по коду',
    typed: { qr: `${requisites}|PersAcc=${homeAccount.account}` },
    calls: [],
    leadsTo: `/pay?account=${homeAccount.account}`,
  },
  cookieChoice: {
    path: '/cookie-settings',
    access: 'all',
    button: 'Только необходимые',
    typed: {},
    calls: [],
    leadsTo: '/cookie-settings',
  },
  accessibleVersion: {
    path: '/accessible-version',
    access: 'all',
    button: 'Применить',
    typed: {},
    calls: [],
    leadsTo: '/accessible-version',
  },
  accessibleVersionReset: {
    path: '/accessible-version',
    access: 'all',
    button: 'Сбросить настройки',
    typed: {},
    calls: [],
    leadsTo: '/accessible-version',
  },
}

const filledForms: [string, FilledForm][] = [
  ...eachForm.map(([name, form]): [string, FilledForm] => [
    name,
    { ...form, ...screenOf(form), calls: [form.call] },
  ]),
  ...Object.entries(furtherForms),
]

const withParameter = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

/** Every address under which Remix would accept the form. */
const addressesOf = (path: string): Record<string, string> => {
  const [pathname = '', query = ''] = path.split('?')
  return {
    plain: path,
    '.data': `${pathname}.data?${query}`,
    _data: withParameter(path, `_data=${encodeURIComponent(routeAt(pages, pathname) ?? '')}`),
    index: withParameter(path, 'index'),
  }
}

const READS: readonly EndpointName[] = ['invoice', 'payCheck', 'basketPreview']

const changes = (calls: readonly EndpointName[]) =>
  upstream.visitorCalls
    .filter(({ name, method }) => calls.includes(name) || (method !== 'GET' && !READS.includes(name)))
    .map(({ name }) => name)

/** No pending payments: otherwise the portal asks before it begins another. */
const nonePending = { body: { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } } }

const answerFor = ({ answers = [] }: Pick<FilledForm, 'answers'>) => {
  upstream.answerByDefault()
  setAnswers([['history', nonePending], ...answers], upstream)
}

/** The page that has the form. */
const open = async (form: Pick<FilledForm, 'path' | 'answers' | 'reach'>, visitor: Browser) => {
  answerFor(form)
  const page = await visitor.get(form.path)
  return form.reach ? form.reach(page, visitor) : page
}

const bodies = new Map<FilledForm, string>()

/** The body that the browser sends for valid values. */
const bodyOf = async (form: FilledForm, visitor: Browser) => {
  const known = bodies.get(form)
  if (known !== undefined) return known
  const { values } = (await open(form, visitor)).formOf(form.button)
  for (const [name, value] of Object.entries(form.typed))
    values.set(name, value === true ? 'on' : String(value))
  bodies.set(form, values.toString())
  return values.toString()
}

const send = async (form: FilledForm, address: string, headers: Record<string, string | undefined>) => {
  answerFor(form)
  const visitor = await visitorOf(form, portal)
  const body = await bodyOf(form, visitor)
  upstream.calls.length = 0
  return visitor.ask(address, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
}

/** A form is identified by its route and its `intent`. */
const nameOf = (address: string, fields: URLSearchParams) =>
  `${routeAt(pages, address.split('?')[0] ?? '')} ${fields.get('intent') ?? ''}`.trim()

describe('the forms of this test', () => {
  /** Every POST form of every page. */
  const drawn = async () => {
    const found = new Set<string>()
    const shown = [...eachScreen.map(([, screen]) => screen), ...Object.values(furtherForms)]
    for (const screen of shown) {
      const page = await open(screen, await visitorOf(screen, portal))
      for (const { action, values } of page.postForms) found.add(nameOf(action, values))
    }
    return found
  }

  test('are all forms of the pages, at least one for every route that takes forms', async () => {
    const sent = new Set(['routes/resources/logout'])
    for (const [, form] of filledForms) {
      const body = await bodyOf(form, await visitorOf(form, portal))
      sent.add(nameOf(form.path, new URLSearchParams(body)))
    }
    expect([...(await drawn())].filter((name) => !sent.has(name))).toEqual([])
    const routesSent = new Set([...sent].map((name) => name.split(' ')[0]))
    expect(takePosts.map(({ id }) => id).filter((id) => !routesSent.has(id))).toEqual([])
  })
})

/** Each form at each of its addresses, and each origin at each kind of address. */
const refused = combinationsOf(
  product({
    form: filledForms.map(([name]) => name),
    origin: foreign.map(([name]) => name),
    address: Object.keys(addressesOf('/')),
  }),
  ({ form, origin, address }) => [`${form} ${address}`, `${origin} ${address}`],
)

/** Each form, and each origin of ours. */
const taken = combinationsOf(
  product({ form: filledForms.map(([name]) => name), origin: ours.map(([name]) => name) }),
  valuesOf,
)

const formNamed = (name: string) => {
  const form = Object.fromEntries(filledForms)[name]
  if (!form) throw new Error('there is no such form')
  return form
}

describe('the forms', () => {
  test.each(refused)('$form $origin is refused at the $address address, without effect', async (refusal) => {
    const form = formNamed(refusal.form)
    const headers = Object.fromEntries(foreign)[refusal.origin] ?? {}
    const address = addressesOf(form.path)[refusal.address] ?? ''
    const answer = await send(form, address, headers)
    if (refusal.address === 'plain') expect(answer).toBeErrorScreen(403)
    else expect(answer.status).toBe(403)
    expect(changes(form.calls)).toEqual([])
    expect(answer.setCookies.filter((line) => !line.includes('Max-Age=0'))).toEqual([])
  })

  test.each(taken)('$form $origin is taken', async (sent) => {
    const form = formNamed(sent.form)
    const answer = await send(form, form.path, Object.fromEntries(ours)[sent.origin] ?? {})
    if (form.leadsTo === null) expect(answer.status).toBe(200)
    else expect(answer).toHaveRedirect(form.leadsTo, 303)
    expect(changes(form.calls)).toEqual(form.calls)
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

describe('another way to forge a form', () => {
  test.each([
    ['by X-Forwarded-Host', { 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' }],
    ['by the host', { host: 'evil.test', origin: 'http://evil.test' }],
    ['by X-HTTP-Method-Override', { 'x-http-method-override': 'GET', origin: 'https://evil.test' }],
    ['by the referer', { referer: `${own}/login`, origin: undefined }],
  ])('%s has no effect', async (_, headers) => {
    const form = formNamed('changeEmailRequest')
    const answer = await send(form, form.path, { ...headers, 'sec-fetch-site': undefined })
    expect(answer.status).toBe(403)
    expect(changes(form.calls)).toEqual([])
  })

  test.each(['PUT', 'DELETE'])('with the method %s has no effect', async (method) => {
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
    expect(upstream.visitorCalls.filter((call) => call.method !== 'GET')).toEqual([])
  })

  test('as a GET with its fields in the query has no effect', async () => {
    const visitor = await portal.customer()
    await visitor.get('/personal/change-email-request?email=evil%40evil.test&intent=profile&_method=POST')
    await visitor.get('/personal?account=1000200031&intent=set-default')
    expect(upstream.visitorCalls.filter((call) => call.method !== 'GET')).toEqual([])
  })
})
