import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectCheap } from '../../support/processor-time'
import type { RequestOptions } from '../support/browser'
import { homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { builtApp, portalOfThisFile } from '../support/portal'
import { eachForm, screenOf } from '../support/screens'

const LARGEST_BODY = 64 * 1024
const MOST_BYTES = 200_000

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const build = await builtApp()
const guest = await portal.atSecondStep()
const customer = await portal.customer()

const personal = eachForm.filter(([, form]) => screenOf(form).access === 'user')
const targets = [
  ...new Set(eachForm.map(([, form]) => screenOf(form).path)),
  '/pay',
  `/pay?account=${homeAccount.account}`,
  `/personal/pay?account=${homeAccount.account}`,
  `/personal/pay-several?account=${homeAccount.account}`,
  '/personal/autopayments/new',
  '/personal/readings',
  '/accessible-version',
  '/cookie-settings',
  '/logout',
  '/access-invite/9f3c2a7e51b04d6c8a1e?code=k3',
]

interface Answer {
  status: number
  bytes: number
}

const post = async (path: string, contentType: string, body: Buffer): Promise<Answer> => {
  const visitor = path.startsWith('/personal') ? customer : guest
  const cookies = new Map(visitor.cookies)
  const asking: RequestOptions = {
    method: 'POST',
    headers: {
      origin: portal.publicUrl.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': contentType,
    },
    body,
  }
  const answer = await visitor.ask(path, asking)
  // An accepted form may have signed in or out; the next one needs the same visitor.
  visitor.cookies.clear()
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return { status: answer.status, bytes: answer.body.length }
}

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const PLAIN_BODY = Buffer.from(`a=${'a'.repeat(60_000)}`)

const expectCheapPost = async (path: string, contentType: string, body: Buffer) => {
  const about = `${path}, ${contentType}, ${body.length} bytes: ${body.toString('utf8', 0, 60)}`
  const answer = await expectCheap(
    about,
    () => post(path, contentType, body),
    () => post(path, URL_ENCODED, PLAIN_BODY),
  )
  expect(answer.bytes, about).toBeLessThan(MOST_BYTES)
  return answer
}

const fields = [
  'email',
  'password',
  'password_old',
  'password_confirmation',
  'name',
  'phone',
  'consent',
  'consentVersion',
  'account',
  'proof',
  'code',
  'secret',
  'otpauthUrl',
  'proof_for',
  'proof_label',
  'proof_hint',
  'amount',
  `part-${homeAccount.account}`,
  'part-1',
  'limit',
  'day',
  'rule',
  'qr',
  'paymentMethod',
  'saveMethod',
  'idempotencyKey',
  'intent',
  'id',
  'status',
  'back',
  'redirectTo',
  'choice',
  'reading-meter-1-t1',
  'reading--t2',
  'confirmed',
]

const index = fc.constantFrom('0', '1', '999', '10000000', '60000000', '4294967294', '9007199254740993', '-1')
const field = fc.constantFrom(...fields)
const wildName = fc.oneof(
  field,
  fc.tuple(field, index).map(([name, at]) => `${name}[${at}]`),
  fc.tuple(field, index, field).map(([name, at, inner]) => `${name}[${at}].${inner}[${at}]`),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => Array(depth).fill('a').join('.')),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `email${'[0]'.repeat(depth)}`),
  fc.constantFrom('__proto__', '__proto__.email', 'constructor.prototype.email', '__proto__[email]', ''),
  fc.constantFrom('__intent__', '__state__', '__intent__[0]'),
  fc.string({ maxLength: 30 }),
)
const manyIdeographs = Array.from({ length: 16_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
const filling = fc.constantFrom(
  ...['<', '"', '&', "'", '\\', '\u2028', '\u0001', '\0', '\n', ' ', 'a', '1', '.', '-', '@', 'п', '🦔'],
  ...['[', '{', '|', 'a@', '1 ', '№', 'ST00012|', 'a=b|', '&lt;', manyIdeographs, `anna@${manyIdeographs}`],
)
const wildValue = fc.oneof(
  filling.map((text) => text.repeat(Math.ceil(LARGEST_BODY / Buffer.byteLength(text)))),
  // Longer fillings would exceed the length of a string; only this much is sent.
  fc
    .tuple(filling, fc.integer({ min: 0, max: 4_100 }))
    .map(([text, times]) => text.repeat(Math.min(times, Math.ceil(LARGEST_BODY / text.length)))),
  fc.constantFrom(
    '{"type":"insert","payload":{"name":"email","index":60000000}}',
    '1',
    'on',
    'monthly',
    'pay',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
const pair = fc.tuple(wildName, wildValue)

/** As many pairs as fit into the body; a client may send them unescaped. */
const urlEncoded = (pairs: readonly (readonly [string, string])[], isEscaped: boolean) => {
  const plain = (text: string) =>
    isEscaped ? encodeURIComponent(Buffer.from(text).toString()) : text.replace(/[&=+%]/g, encodeURIComponent)
  return pairs.map(([name, value]) => `${plain(name)}=${plain(value)}`).join('&')
}
const multipart = (pairs: readonly (readonly [string, string])[]) =>
  `${pairs
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`

const END = Buffer.from('\r\n--b--\r\n')
const cut = (contentType: string, text: string) => {
  const bytes = Buffer.from(text)
  if (bytes.length <= LARGEST_BODY) return bytes
  return contentType === URL_ENCODED
    ? bytes.subarray(0, LARGEST_BODY)
    : Buffer.concat([bytes.subarray(0, LARGEST_BODY - END.length), END])
}

const pairs = fc.oneof(
  fc.array(pair, { maxLength: 12 }),
  // The portal's fields share the body equally.
  filling.map((text) =>
    fields.map((name): [string, string] => {
      const share = LARGEST_BODY / fields.length - 60
      return [name, text.repeat(Math.max(1, Math.floor(share / Buffer.byteLength(text))))]
    }),
  ),
  fc.tuple(wildName, fc.integer({ min: 1, max: 32_000 })).map(([name, times]) => {
    const short: [string, string] = [name.slice(0, 20), '']
    return Array(times).fill(short)
  }),
)
const form = fc.oneof(
  fc.tuple(pairs, fc.boolean()).map(([all, isEscaped]) => ({
    contentType: URL_ENCODED,
    body: cut(URL_ENCODED, urlEncoded(all, isEscaped)),
  })),
  pairs.map((all) => ({ contentType: MULTIPART, body: cut(MULTIPART, multipart(all)) })),
  fc
    .tuple(
      fc.constantFrom(URL_ENCODED, MULTIPART, 'text/plain', `${MULTIPART}; `.repeat(200)),
      fc.uint8Array({ maxLength: 4_000 }),
    )
    .map(([contentType, bytes]) => ({ contentType, body: Buffer.from(bytes) })),
)

/** The upstream accepts the form, refuses it, or fails. */
const upstreamAnswers = fc.constantFrom('usual', 'refuses', 'fails')
const setUpstream = (kind: 'usual' | 'refuses' | 'fails') => {
  if (kind === 'usual') return
  const answer =
    kind === 'fails' ? { status: 500 } : { status: 422, body: { message: 'Нет', errors: { email: ['Нет'] } } }
  for (const [, { call }] of eachForm) upstream.on(call, answer)
  for (const call of [
    'guestPayment',
    'personalPayment',
    'beginBasket',
    'newAutopayment',
    'payCheck',
  ] as const)
    upstream.on(call, answer)
  if (kind === 'fails')
    for (const call of ['accounts', 'autopayments', 'history', 'savedMethods'] as const)
      upstream.on(call, answer)
}

describe('a posted form of at most 64 KiB', () => {
  test('is tested for each route that takes forms', () => {
    const pattern = (path: string) =>
      path.replace(/\?.*/, '').replace(/\/(9f3c2a7e51b04d6c8a1e|autopayment-1)/, '/:id')
    const pathOf = (id: string): string => {
      const route = build.routes[id]
      return route
        ? `${route.parentId ? pathOf(route.parentId) : ''}${route.path ? `/${route.path}` : ''}`
        : ''
    }
    const taking = Object.values(build.routes).flatMap((route) =>
      route?.module.action ? [pathOf(route.id).replace(/\/$/, '')] : [],
    )
    expect(new Set(targets.map(pattern))).toEqual(new Set(taking))
    expect(personal.length).toBeGreaterThan(0)
  })

  test('is cheap and has a small response, whatever its names and values', async () => {
    for (const path of targets) await post(path, URL_ENCODED, Buffer.from('email=a&account=1'))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...targets),
        fc.boolean(),
        form,
        upstreamAnswers,
        async (path, asData, { contentType, body }, kind) => {
          setUpstream(kind)
          const [pathname, query] = path.split('?')
          const address = asData ? `${pathname}.data${query === undefined ? '' : `?${query}`}` : path
          const { status } = await expectCheapPost(address, contentType, body)
          expect(status).not.toBe(413)
          upstream.forget()
        },
      ),
      { numRuns: 150 },
    )
  }, 300_000)

  const of64 = (text: string) => text.repeat(Math.floor(LARGEST_BODY / Buffer.byteLength(text)))
  test.each([
    ['a large index', 'email[10000000]=x'],
    ['a larger index', 'email[60000000]=x'],
    ['the largest index', 'email[4294967294]=x'],
    ['a deep nest', `${'a.'.repeat(32_000)}a=x`],
    ['a prototype', '__proto__.email=x&constructor.prototype.email=x&__proto__[60000000]=x'],
    ['an intent', '__intent__={"type":"insert","payload":{"name":"email","index":60000000}}'],
    ['a state', `__state__=${'['.repeat(60_000)}`],
    ['20 000 names', Array.from({ length: 20_000 }, (_, at) => at).join('&')],
    ['ideographs for a domain', `email=a@${manyIdeographs}`],
    ['signs that HTML and scripts spell longer', `email=${of64('%26')}`],
    ['quotes', `email=${of64('"').slice(6)}`],
    ['control characters', `email=${of64('\u0001').slice(6)}`],
  ])('is cheap with %s', async (_, body) => {
    for (const path of ['/registration', '/personal/add-account']) {
      const answer = await expectCheapPost(path, URL_ENCODED, Buffer.from(body).subarray(0, LARGEST_BODY))
      expect(answer.status).toBe(400)
    }
  })

  test('comes back complete when a person could have typed it', async () => {
    upstream.on('login', { status: 422, body: { message: 'Нет' } })
    const email = `${'очень длинный адрес '.repeat(50)}<anna>@example.test`
    const answer = await portal.visitor().post('/login', { email, password: 'p' })
    expect(answer.field('email').value).toBe(email)
  })

  test('comes back with its whole QR text, up to the accepted length', async () => {
    const qr = 'ST00012|Name=<&">|'.repeat(220)
    const answer = await portal.visitor().post('/pay', { intent: 'qr', qr })
    expect(answer.status).toBe(400)
    expect(answer.controls('qr')[0]?.element.text.trim()).toBe(qr)
  })
})

describe('a long address', () => {
  test('is rejected before every form of the page repeats it', async () => {
    for (const path of [
      `/login?a=${'&'.repeat(5_000)}`,
      `/about?a=${'&'.repeat(5_000)}`,
      `/login.data?a=${'"'.repeat(5_000)}`,
    ]) {
      const answer = await portal.visitor().get(path)
      expect(answer.status, path.slice(0, 20)).toBe(414)
      expect(answer.body.length).toBeLessThan(MOST_BYTES)
    }
  })

  test('is answered by a screen that no script replaces', async () => {
    const long = 'a'.repeat(5_000)
    for (const path of [`/login?a=${long}`, `/about?a=${long}`, `/${long}`, `/?a=${long}`]) {
      const answer = await portal.visitor().get(path)
      expect(answer, path.slice(0, 20)).toBeErrorScreen(414)
      expect(answer.all('script'), path.slice(0, 20)).toEqual([])
      expect(answer.link('Попробовать ещё раз')).toBe('/')
    }
  })

  test('of 4 096 characters is accepted, and cheap', async () => {
    const start = '/login?a='
    const path = `${start}${'&'.repeat(4_096 - start.length)}`
    const answer = await expectCheapPost(path, URL_ENCODED, Buffer.from(`email=${of('"')}`))
    expect(answer.status).toBe(400)
  })

  const of = (text: string) => text.repeat(LARGEST_BODY - 'email='.length)
})
