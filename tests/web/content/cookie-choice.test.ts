import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import type { Page } from '../support/page'
import { portalOfThisFile } from '../support/portal'

const upstream = await fakeUpstreamOfThisFile()
const counted = await portalOfThisFile(upstream, {
  env: { METRIKA_ID: '12345678', TRUST_BADGE_URL: 'https://badge.example.test/script.js' },
})
const badged = await portalOfThisFile(upstream, {
  env: { TRUST_BADGE_URL: 'https://badge.example.test/script.js' },
})
const plain = await portalOfThisFile(upstream)

const NOTICE = 'aria-label="Файлы cookie"'
const policyOf = (page: Page) => String(page.headers['content-security-policy'])
const FOREIGN = /mc[.]yandex|badge[.]example/

describe('the cookie notice', () => {
  test('is shown only when there is a counter', async () => {
    expect((await counted.visitor().get('/login')).html).toContain(NOTICE)
    const page = await plain.visitor().get('/login')
    expect(page.html).not.toContain(NOTICE)
    expect(page.html).not.toContain('Настройки cookie')
    expect(policyOf(page)).not.toMatch(FOREIGN)
  })

  test.each([
    ['Согласиться', 'all'],
    ['Только необходимые', 'necessary'],
  ])('is answered by a form: «%s»', async (button, choice) => {
    const visitor = counted.visitor()
    const asked = await visitor.get('/pay?account=1000200031')
    const answered = await visitor.press(asked, button)
    expect(answered).toHaveRedirect('/pay?account=1000200031', 303)
    const cookie = String(answered.headers['set-cookie'])
    expect(cookie).toContain(`cookieChoice=${choice};`)
    for (const part of ['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(part)
    const page = await visitor.follow(answered)
    expect(page.html).not.toContain(NOTICE)
    expect(page.html).toMatch(/<footer.*href="\/cookie-settings"/s)
  })

  test('has a cached page for each answer', async () => {
    const [undecided, agreed, refused] = [counted.visitor(), counted.visitor(), counted.visitor()]
    agreed.cookies.set('cookieChoice', 'all')
    refused.cookies.set('cookieChoice', 'necessary')
    for (const _ of ['drawn', 'kept']) {
      expect((await undecided.get('/login')).html).toContain(NOTICE)
      expect((await undecided.get('/login')).html).not.toContain('12345678')
      expect((await agreed.get('/login')).html).toContain('12345678')
      expect((await agreed.get('/login')).html).not.toContain(NOTICE)
      expect((await refused.get('/login')).html).not.toContain('12345678')
      expect((await refused.get('/login')).html).not.toContain(NOTICE)
    }
  })

  test('can be answered again, and a refusal removes third-party scripts', async () => {
    const visitor = counted.visitor()
    const yes = await visitor.press(await visitor.get('/cookie-settings'), 'Согласиться')
    expect(yes).toHaveRedirect('/cookie-settings', 303)
    const agreed = await visitor.follow(yes)
    expect(agreed.html).toContain('Вы согласились на все файлы cookie')
    expect(policyOf(agreed)).toMatch(FOREIGN)
    const no = await visitor.press(agreed, 'Только необходимые')
    const refused = await visitor.follow(no)
    expect(refused.html).toContain('Вы выбрали только необходимые файлы cookie')
    expect(policyOf(refused)).not.toMatch(FOREIGN)
  })

  test('accepts no other answer and no foreign return address', async () => {
    const visitor = counted.visitor()
    expect((await visitor.post('/cookie-settings', { choice: 'some' })).status).toBe(400)
    expect((await visitor.post('/cookie-settings')).status).toBe(400)
    expect(visitor.cookies.has('cookieChoice')).toBe(false)
    const away = { choice: 'all', redirectTo: 'https://elsewhere.example.test/' }
    expect(await visitor.post('/cookie-settings', away)).toHaveRedirect('/cookie-settings', 303)
    visitor.cookies.set('cookieChoice', 'nonsense')
    expect((await visitor.get('/login')).html).toContain(NOTICE)
  })

  test('offers no choice when no third-party script is configured', async () => {
    const page = await plain.visitor().get('/cookie-settings')
    expect(page.status).toBe(200)
    expect(page.main).toContain('ничего не загружает с других сайтов')
    expect(page.html).not.toContain('Согласиться')
  })
})

describe('a page whose address or text opens something', () => {
  const publicUrl = counted.publicUrl.origin
  const secret = '/not-me/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4'
  const leadsToSecret = `/login?${new URLSearchParams({ redirectTo: secret })}`
  const agreed = () => {
    const visitor = counted.visitor()
    visitor.cookies.set('cookieChoice', 'all')
    return visitor
  }

  test.each([secret, leadsToSecret])('has no script of another site: %s', async (path) => {
    for (const visitor of [agreed(), counted.visitor(), badged.visitor()]) {
      const page = await visitor.get(path)
      expect(page.status).toBe(200)
      expect(policyOf(page)).not.toMatch(FOREIGN)
      expect(page.html).not.toMatch(/12345678|badge[.]example/)
    }
  })

  const between = [
    ['/login', secret],
    ['/login', leadsToSecret],
    [secret, '/login'],
    [null, secret],
  ] as const

  test.each(between)('from %s to %s the browser loads a document', async (from, to) => {
    for (const visitor of [agreed(), counted.visitor()]) {
      const data = await visitor.data(to, { referer: from === null ? undefined : publicUrl + from })
      expect(data.status).toBe(202)
      const [path = ''] = to.split('?')
      expect(data.html).toContain(path)
      expect(data.html).toMatch(/"reload",true/)
    }
  })

  test.each([
    ['/login', '/forgot-password'],
    [secret, secret],
    [secret, leadsToSecret],
    [null, '/login'],
  ])('from %s to %s scripts load the data', async (from, to) => {
    const data = await agreed().data(to, { referer: from === null ? undefined : publicUrl + from })
    expect(data.status).toBe(200)
  })

  test.each(between)(
    'from %s to %s scripts load the data where no script of another site runs',
    async (from, to) => {
      const refused = counted.visitor()
      refused.cookies.set('cookieChoice', 'necessary')
      for (const visitor of [refused, plain.visitor()]) {
        const data = await visitor.data(to, { referer: from === null ? undefined : publicUrl + from })
        expect(data.status).toBe(200)
      }
    },
  )
})

describe('the trust badge', () => {
  const SCRIPT = 'badge.example.test/script.js'
  const visitors = (portal: typeof badged) =>
    [null, 'all', 'necessary'].map((choice) => {
      const visitor = portal.visitor()
      if (choice !== null) visitor.cookies.set('cookieChoice', choice)
      return visitor
    })

  test('without a counter is loaded at once and asks for nothing', async () => {
    for (const visitor of visitors(badged)) {
      const page = await visitor.get('/login')
      expect(page.html).toContain(SCRIPT)
      expect(policyOf(page)).toContain('https://badge.example.test')
      expect(policyOf(page)).not.toContain('yandex')
      expect(page.html).not.toContain(NOTICE)
      expect(page.html).not.toContain('Настройки cookie')
      const settings = await visitor.get('/cookie-settings')
      expect(settings.main).toContain('загружает знак доверия портала Госуслуг и больше ничего')
      expect(settings.html).not.toContain('Согласиться')
    }
  })

  test('with a counter waits for consent, as it does', async () => {
    const pages = await Promise.all(visitors(counted).map((visitor) => visitor.get('/login')))
    expect(pages.map(({ html }) => html.includes(SCRIPT))).toEqual([false, true, false])
    expect(pages.map(({ html }) => html.includes('12345678'))).toEqual([false, true, false])
  })
})
