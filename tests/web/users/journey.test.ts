import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

const password = 'сорок кошек на крыше'

/** Remote: the journeys of e2e have it embedded. */
describe('with our own product API over HTTP', () => {
  const api = openForTests(() => startRealApi('remote'))
  const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL, TRUST_PROXY: '1' } }))

  // Each visitor has an address of their own: the API counts attempts per address.
  let lastAddress = 0
  const newVisitor = () => {
    lastAddress += 1
    const visitor = portal.visitor()
    visitor.address = `203.0.113.${lastAddress}`
    return visitor
  }

  const signIn = async (visitor: Browser, email: string, typed: string) =>
    visitor.press(await visitor.get('/login'), 'Войти', { email, password: typed })

  const register = async (visitor: Browser, email: string) =>
    visitor.press(await visitor.get('/registration'), 'Зарегистрироваться', {
      name: 'Вера Павловна',
      email,
      phone: '8 (999) 123-45-67',
      password,
      password_confirmation: password,
      consent: true,
    })

  const openLetter = async (visitor: Browser, to: string, subject: RegExp, button: string, typed = {}) => {
    const page = await visitor.get(await api.linkOfLetter(to, subject))
    expect(page.status).toBe(200)
    return visitor.press(page, button, typed)
  }

  const newCustomer = async (email: string) => {
    const visitor = newVisitor()
    await register(visitor, email)
    await openLetter(visitor, email, /подтвердите/i, 'Подтвердить адрес')
    expect(await signIn(visitor, email, password)).toHaveRedirect('/personal', 303)
    return visitor
  }

  test('an address of a Cyrillic domain is shown as people write it', { timeout: 60_000 }, async () => {
    const inLetters = 'petr@xn--80a1acny.xn--p1ai'
    const visitor = newVisitor()
    await register(visitor, 'petr@почта.рф')
    await openLetter(visitor, inLetters, /подтвердите/i, 'Подтвердить адрес')
    expect(await signIn(visitor, 'petr@Почта.рф', password)).toHaveRedirect('/personal', 303)

    const form = await visitor.get('/personal/change-email-request')
    expect(form.main).toContain('Сейчас: petr@почта.рф.')
    const asked = await visitor.press(form, 'Отправить письмо', { email: 'pavel@Почта.рф' })
    const profile = await visitor.follow(asked)
    expect(profile).toShowFlash(
      'success',
      'Отправили письмо на pavel@почта.рф. Откройте ссылку из него, и адрес изменится.',
    )
    expect(profile.main).toContain('petr@почта.рф')
    expect((await visitor.get('/personal/reminders')).main).toContain('petr@почта.рф')
    const change = await visitor.get(await api.linkOfLetter('pavel@xn--80a1acny.xn--p1ai', /новый адрес/i))
    expect(await visitor.press(change, 'Подтвердить новый адрес')).toHaveRedirect('/personal/profile', 303)
    const changed = await visitor.get('/personal/profile')
    expect(changed.main).toContain('pavel@почта.рф')
    for (const page of [form, profile, changed]) expect(page.main).not.toContain('xn--')
    expect(await signIn(newVisitor(), 'pavel@почта.рф', password)).toHaveRedirect('/personal', 303)
  })

  test('a known and an unknown address get the same answer', { timeout: 60_000 }, async () => {
    await newCustomer('known@example.test')
    const seen = (page: Awaited<ReturnType<typeof signIn>>, email: string) => ({
      status: page.status,
      location: page.location,
      words: page.words.replaceAll(email, 'EMAIL'),
    })
    const look = async (email: string) => [
      seen(await signIn(newVisitor(), email, 'неверный пароль'), email),
      seen(await register(newVisitor(), email), email),
      seen(await newVisitor().post('/forgot-password', { email }), email),
      seen(await newVisitor().post('/registration?sent', { intent: 'resend', email }), email),
    ]
    expect(await look('known@example.test')).toEqual(await look('nobody@example.test'))
  })

  test('another customer’s account is not found', { timeout: 60_000 }, async () => {
    const visitor = await newCustomer('stranger@example.test')
    for (const account of ['4010028513', 'nothing', '..', '%2e%2e', '../../users/logout/']) {
      const path = `/personal/delete-account?${new URLSearchParams({ account })}`
      expect(await visitor.get(path)).toBeErrorScreen(404)
      const deleted = await visitor.post(path, { account })
      expect(await visitor.follow(deleted)).toShowFlash('info', /уже нет/)
      expect((await visitor.post('/personal', { intent: 'set-default', account })).status).toBe(404)
    }
    const owner = newVisitor()
    await signIn(owner, api.demoLogin.email, api.demoLogin.password)
    expect((await owner.get('/personal')).main).toContain('4010028513')
  })

  test('every page of the menus can be opened', { timeout: 60_000 }, async () => {
    const visitor = newVisitor()
    const home = await visitor.get('/')
    const paths = new Set(home.links.filter((link) => link.startsWith('/') && link !== '/pay'))
    expect(paths.size).toBeGreaterThan(5)
    for (const path of paths) {
      const page = await visitor.get(path)
      expect(page.status, path).toBe(200)
      expect(page.h1, path).not.toBe('')
    }
  })
})
