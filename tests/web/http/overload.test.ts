import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { EndpointName } from 'contract/endpoints'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RequestClass } from '~/server/http/admission.server'
import '../support/matchers'
import { aboutPage, customer, homeAccount } from '../support/default-answers'
import { startFakeUpstream, type UpstreamAnswer } from '../support/fake-upstream'
import { Metrics } from '../support/metrics'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await startFakeUpstream()

const somethingWrong = 'Что-то пошло не так... Попробуйте ещё раз.'
const advice =
  'Если ошибка повторяется, обратитесь в службу поддержки: +7 800 123-45-67 или help@example.test.'

const registry = new Registry()
const portal = await portalOfThisFile(upstream, {
  env: { MAX_REQUESTS: '4', SITE_TITLE: 'Двор & <дом>' },
  registry,
})
/** The number of queued requests of this rank. */
const waiting = async (requestClass: RequestClass) =>
  new Metrics(await registry.metrics()).of(`portal_http_requests_waiting{class="${requestClass}"}`)
const inWork = async () => new Metrics(await registry.metrics()).of('portal_http_requests_in_work')
/** The upstream does not answer these calls until the returned function is called. */
const withHeld = (call: EndpointName, answer: UpstreamAnswer) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  upstream.on(call, async () => {
    await held
    return answer
  })
  return release
}
const withHeldAccounts = () => withHeld('accounts', { body: { data: [] } })
const withHeldLetters = () => withHeld('forgotPassword', { status: 204 })

/** A page of guests that is not cached: it has a query. */
const drawnPage = '/contacts?drawn'

afterEach(() => void vi.useRealTimers())

test('while one page hangs, others are fast; a visitor who waits too long for it gets a small page with 503', async () => {
  const answer = withHeldAccounts()
  const customer = await portal.customer()
  const inWork = [customer.get('/personal'), customer.get('/personal')]
  await expect.poll(() => upstream.named('accounts').length).toBe(2)

  const refused = customer.get('/personal')
  for (let visit = 0; visit < 20; visit++) expect((await portal.visitor().get('/contacts')).status).toBe(200)

  const page = await refused
  expect([page.status, page.headers['retry-after'], page.headers['cache-control']]).toEqual([
    503,
    '10',
    'no-store',
  ])
  expect(page.h1).toBe(somethingWrong)
  expect(page.title).toBe(`${somethingWrong} — Двор & <дом>`)
  expect(page.main).toContain('Сейчас на сайте слишком много посетителей.')
  expect(page.main).toContain(advice)
  expect(page.links).toEqual(expect.arrayContaining(['tel:+78001234567', 'mailto:help@example.test']))
  expect(page.all('script, style, link')).toEqual([])
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  const requestId = page.headers['x-request-id'] ?? ''
  expect(requestId).toHaveLength(36)
  expect(page.main).toContain(`Номер запроса: ${requestId.slice(0, 8)}.`)
  expect(upstream.named('accounts')).toHaveLength(2)

  answer()
  for (const page of await Promise.all(inWork)) expect(page.status).toBe(200)
  expect((await customer.get('/personal')).status).toBe(200)
})

describe('while all places are taken', () => {
  /** Two pages and two forms that do not end until the returned function is called, which checks their answers. */
  const takeAll = async () => {
    upstream.forget()
    const answerPages = withHeldAccounts()
    const answerForms = withHeldLetters()
    const customer = await portal.customer()
    const pages = [customer.get('/personal'), customer.get('/personal')]
    const forms = [1, 2].map((nth) =>
      portal.visitor().post('/forgot-password', { email: `visitor-${nth}@mail.example` }),
    )
    await expect.poll(() => upstream.named('accounts').length).toBe(2)
    await expect.poll(() => upstream.named('forgotPassword').length).toBe(2)
    return async () => {
      answerPages()
      answerForms()
      for (const { status } of await Promise.all(pages)) expect(status).toBe(200)
      for (const { status } of await Promise.all(forms)) expect(status).toBe(303)
    }
  }

  test('assets, health and cached pages of guests need none', async () => {
    await portal.visitor().get('/contacts')
    await portal.visitor().get('/login')
    const release = await takeAll()
    const page = portal.visitor().get(drawnPage)
    await expect.poll(() => waiting('guest page')).toBe(1)
    for (const path of ['/health', '/health/ready', '/favicon.svg', '/contacts', '/login'])
      expect((await portal.visitor().get(path)).status).toBe(200)
    expect((await page).status).toBe(503)
    await release()
  })

  test('a forged session cookie is a guest’s, and a result page without a payment is any page', async () => {
    const release = await takeAll()
    // The clock stands still: no request waits too long.
    vi.useFakeTimers({ toFake: ['Date'] })
    const late = [
      portal.visitor().get('/pay/success'),
      portal.visitor().get('/contacts', { cookie: 'session=forged' }),
      portal.visitor().get('/pay/failed?payment=', { cookie: 'session=forged' }),
    ]
    await expect.poll(() => waiting('guest page')).toBe(3)
    const form = portal.visitor().post('/login', { email: '', password: '' }, { cookie: 'session=forged' })
    await expect.poll(() => waiting('guest form')).toBe(1)
    expect(await waiting('payment result')).toBe(0)
    await release()
    for (const { status } of await Promise.all(late)) expect(status).toBe(200)
    expect((await form).status).toBe(400)
  })

  test('customers, guests, forms and results of payments wait apart, and all are answered in the end', async () => {
    const release = await takeAll()
    const customer = await portal.customer()
    // The clock stands still: no request waits too long.
    vi.useFakeTimers({ toFake: ['Date'] })
    const late: Promise<Page>[] = []
    const arrives = async (requestClass: RequestClass, page: Promise<Page>) => {
      late.push(page)
      await expect.poll(() => waiting(requestClass)).toBe(1)
    }
    await arrives('guest page', portal.visitor().get(drawnPage))
    await arrives('guest form', portal.visitor().post('/login', { email: '', password: '' }))
    await arrives('customer page', customer.get('/personal/profile'))
    await arrives('customer form', customer.post('/personal', { account: homeAccount.account }))
    await arrives('payment result', portal.visitor().get('/pay/failed?payment=payment-1'))
    await release()
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([200, 400, 200, 303, 200])
  })
})

test('a form waits longer than a page, and is sent once there is a place', async () => {
  upstream.forget()
  const answerForms = withHeldLetters()
  const visitor = portal.visitor()
  const sent = [1, 2, 3].map((index) =>
    visitor.post('/forgot-password', { email: `visitor-${index}@mail.example` }),
  )
  await expect.poll(() => upstream.named('forgotPassword').length).toBe(2)
  await expect.poll(() => waiting('guest form')).toBe(1)

  const answerPages = withHeldAccounts()
  const customer = await portal.customer()
  const pages = [customer.get('/personal'), customer.get('/personal')]
  await expect.poll(() => upstream.named('accounts').length).toBe(2)
  expect((await customer.get('/personal')).status).toBe(503)
  expect(await waiting('guest form')).toBe(1)
  expect(upstream.named('forgotPassword')).toHaveLength(2)

  answerForms()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([303, 303, 303])
  expect(upstream.named('forgotPassword')).toHaveLength(3)
  answerPages()
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200])
})

describe('a form that waits too long', () => {
  const FORM_WAITS_MS = 8_000
  const tooBusy = 'Сервис временно недоступен. Попробуйте ещё раз.'

  /** Sends the form while others of its address take all places, until it is refused. */
  const refused = async (
    { call, requestClass }: { call: EndpointName; requestClass: RequestClass },
    send: () => Promise<Page>,
  ) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    upstream.forget()
    const answer = withHeld(call, { status: 204 })
    const inWork = [send(), send()]
    await expect.poll(() => upstream.named(call).length).toBe(2)
    const late = send()
    await expect.poll(() => waiting(requestClass)).toBe(1)
    const callsBefore = upstream.visitorCalls.length
    vi.setSystemTime(Date.now() + FORM_WAITS_MS + 1)
    const page = await late
    expect(upstream.visitorCalls).toHaveLength(callsBefore)
    expect([page.status, page.headers['retry-after']]).toEqual([503, '10'])
    answer()
    await Promise.all(inWork)
    return page
  }
  const letter = { call: 'forgotPassword', requestClass: 'guest form' } as const
  const password = { call: 'changeProfilePassword', requestClass: 'customer form' } as const
  const email = 'visitor@mail.example'

  test('is kept by the browser, and nothing is done', async () => {
    const page = await refused(letter, () => portal.visitor().post('/forgot-password', { email }))
    expect(page.h1).toBe(somethingWrong)
    expect(page.words).toContain('Сейчас на сайте слишком много посетителей.')
    expect(page.words).toContain(advice)
    expect(page.words).toContain('браузер отправит форму ещё раз')
  })

  test('comes back as typed to the scripts that have sent it', async () => {
    const page = await refused(letter, () => portal.visitor().postData('/forgot-password', { email }))
    expect(page.html).toContain(tooBusy)
    expect(page.html).toContain(email)
    expect(page.setCookies).toEqual([])
  })

  test('comes back to a customer, too, who stays signed in, and is no fault of the product API', async () => {
    const customer = await portal.customer()
    const typed = { intent: 'password', password_old: 'старый пароль', password: 'новый пароль у причала' }
    const fields = { ...typed, password_confirmation: typed.password }
    portal.log.length = 0
    const page = await refused(password, () => customer.postData('/personal/profile', fields))
    expect(page.html).toContain(tooBusy)
    expect(page.setCookies).toEqual([])
    expect(portal.log).not.toContainEqual(expect.objectContaining({ msg: 'product API failed' }))
  })
})

test('forms whose bodies arrive slowly take no places', async () => {
  const slow = Array.from({ length: 8 }, () => {
    const sending = request(new URL('/login', portal.server), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: portal.publicUrl.origin },
    })
    sending.on('error', () => {}).write('email=')
    return sending
  })
  await Promise.all(slow.map((sending) => once(sending, 'socket')))
  const visitor = portal.visitor()
  const typed = { email: 'visitor@mail.example', password: 'девять лодок у причала' }
  for (let time = 0; time < 3; time++) expect((await visitor.post('/login', typed)).status).not.toBe(503)
  for (const sending of slow) sending.destroy()
})

test('a connection that is closed gives its place back, and ends the calls that were made for it', async () => {
  const answer = withHeldAccounts()
  const customer = await portal.customer()
  const before = upstream.named('accounts').length
  for (let visit = 1; visit <= 6; visit++) {
    const going = request(new URL('/personal', portal.server), { headers: { cookie: customer.cookieHeader } })
    going.on('error', () => {}).end()
    await expect.poll(() => upstream.named('accounts').length).toBe(before + visit)
    going.destroy()
    await expect.poll(() => upstream.open).toBe(0)
  }
  answer()
  expect((await customer.get('/personal')).status).toBe(200)
})

test('visitors who leave while the content of a cached page is fetched take no places', async () => {
  await portal.visitor().get('/contacts')
  upstream.forget()
  const answer = withHeld('page', { body: { ...aboutPage, title: 'Новые контакты' } })
  const visits = Array.from({ length: 4 }, () => {
    const visit = request(new URL('/contacts', portal.server))
    visit.on('error', () => {}).end()
    return visit
  })
  await expect.poll(() => upstream.named('page').length).toBe(1)
  for (const visit of visits) visit.destroy()
  answer()
  for (let visit = 0; visit < 5; visit++)
    expect((await portal.visitor().get(drawnPage)).h1).toBe('Новые контакты')
  expect(await inWork()).toBe(0)
  upstream.on('page', { body: aboutPage })
})

test('500 guests who ask at once for a page that is not cached have it drawn once', async () => {
  upstream.forget()
  const answer = withHeld('page', { body: { ...aboutPage, title: 'Документы' } })
  const visits = Array.from({ length: 500 }, () => request(new URL('/documents', portal.server)))
  const statuses = visits.map(async (visit) => {
    const [answer]: IncomingMessage[] = await once(visit.end(), 'response')
    answer?.resume()
    return answer?.statusCode
  })
  await Promise.all(visits.map((visit) => once(visit, 'finish')))
  await expect.poll(() => upstream.named('page').length).toBe(1)
  expect([await inWork(), await waiting('guest page')]).toEqual([1, 0])
  answer()
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  upstream.on('page', { body: aboutPage })
})

test('guests who wait for a page that then cannot be cached are answered, too', async () => {
  const answer = withHeld('page', { status: 500, body: {} })
  const pages = Array.from({ length: 5 }, () => portal.visitor().get('/requisites'))
  await expect.poll(inWork).toBe(1)
  answer()
  for (const { status } of await Promise.all(pages)) expect(status).toBe(502)
  upstream.on('page', { body: aboutPage })
})

test('a guest who leaves while a page is drawn keeps it from nobody', async () => {
  const answer = withHeld('page', { body: { ...aboutPage, title: 'Тарифы' } })
  const leaves = request(new URL('/tariffs', portal.server))
  leaves.on('error', () => {}).end()
  await expect.poll(inWork).toBe(1)
  const page = portal.visitor().get('/tariffs')
  leaves.destroy()
  answer()
  expect((await page).h1).toBe('Тарифы')
  upstream.on('page', { body: aboutPage })
})

test('twice as many connections as places that read nothing take none', async () => {
  const body = `<p>${'Мы греем дома с 1998 года. '.repeat(100_000)}</p>`
  upstream.on('page', { body: { ...aboutPage, body } })
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(Number(new URL(portal.server).port), '127.0.0.1')
    socket.on('error', () => {}).once('data', () => socket.pause())
    socket.write('GET /contacts?unread HTTP/1.1\r\nHost: portal\r\n\r\n')
    return socket
  })
  await expect.poll(() => sockets.every(({ bytesRead }) => bytesRead > 0)).toBe(true)
  // Before they are cut off, after ten seconds.
  await expect.poll(inWork, { timeout: 5_000 }).toBe(0)
  upstream.on('page', { body: aboutPage })
  expect((await portal.visitor().get(drawnPage)).status).toBe(200)
  expect((await (await portal.customer()).get('/personal/profile')).status).toBe(200)
  expect((await portal.visitor().post('/login', { email: '', password: '' })).status).toBe(400)
  for (const socket of sockets) socket.destroy()
})

test('requests that are sent without waiting for answers take one place, and give it back when their client leaves', async () => {
  const answer = withHeldAccounts()
  const { cookieHeader } = await portal.customer()
  const before = upstream.named('accounts').length
  const socket = connect(Number(new URL(portal.server).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /personal HTTP/1.1\r\nHost: portal\r\nCookie: ${cookieHeader}\r\n\r\n`.repeat(6))
  await expect.poll(() => upstream.named('accounts').length).toBe(before + 1)
  expect((await portal.visitor().get('/contacts')).status).toBe(200)
  expect([await inWork(), upstream.named('accounts').length]).toEqual([1, before + 1])
  socket.destroy()
  await expect.poll(inWork).toBe(0)
  answer()
})

test('a client that sends more than ten requests ahead is cut off', async () => {
  const answer = withHeldAccounts()
  const { cookieHeader } = await portal.customer()
  const socket = connect(Number(new URL(portal.server).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET /personal HTTP/1.1\r\nHost: portal\r\nCookie: ${cookieHeader}\r\n\r\n`.repeat(12))
  await once(socket, 'close')
  await expect.poll(inWork).toBe(0)
  answer()
})

test('requests that are sent without waiting for answers are all answered, in their order', async () => {
  const socket = connect(Number(new URL(portal.server).port), '127.0.0.1')
  const titles = ['/contacts', '/login', '/registration']
  for (const path of titles)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: portal\r\nConnection: ${path === titles.at(-1) ? 'close' : 'keep-alive'}\r\n\r\n`,
    )
  const text = (await socket.toArray()).join('')
  expect(text.match(/<title>[^ ]*/g)).toEqual(['<title>О', '<title>Вход', '<title>Регистрация'])
})

test('a form whose sender leaves has its effect all the same', async () => {
  upstream.forget()
  portal.log.length = 0
  const answer = withHeld('currentUser', { body: { data: customer } })
  const going = request(new URL('/personal', portal.server), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: portal.publicUrl.origin,
      cookie: (await portal.customer()).cookieHeader,
    },
  })
  going.on('error', () => {}).end(new URLSearchParams({ account: homeAccount.account }).toString())
  await expect.poll(() => upstream.named('currentUser').length).toBe(1)

  going.destroy()
  const left = () => portal.log.filter(({ method, whole }) => method === 'POST' && whole === false)
  await expect.poll(left).toHaveLength(1)
  answer()
  await expect.poll(() => upstream.named('setDefaultAccount').length).toBe(1)
})

test('the wait for a place is a part of the 12 seconds that a request has', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const holdUser = () => withHeld('currentUser', { body: { data: customer } })
  const visitor = await portal.customer()
  const setsDefault = () => visitor.post('/personal', { account: homeAccount.account })
  upstream.forget()

  const answerFirst = holdUser()
  const first = [setsDefault(), setsDefault()]
  await expect.poll(() => upstream.named('currentUser').length).toBe(2)
  const late = setsDefault()
  await expect.poll(() => waiting('customer form')).toBe(1)
  pass(7_500)
  const answerLate = holdUser()
  answerFirst()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([303, 303])
  await expect.poll(() => upstream.named('currentUser').length).toBe(3)

  pass(5_000)
  answerLate()
  expect((await late).status).toBe(504)
  expect(upstream.named('setDefaultAccount')).toHaveLength(2)
})
