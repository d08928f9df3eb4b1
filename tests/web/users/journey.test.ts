import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { startPortal } from '../support/portal'
import { type ApiLocation, PUBLIC_URL, startRealApi } from '../support/real-api'

const password = 'сорок кошек на крыше'
const anotherPassword = 'сорок кошек под крышей'

/** The portal over our own product API, embedded and remote: the same pages, the same words. */
describe.each(['embedded', 'remote'] satisfies ApiLocation[])('with our own product API, %s', (location) => {
  const api = openForTests(() => startRealApi(location))
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

  test('a customer registers, signs in, and edits profile and accounts', {
    timeout: 120_000,
  }, async () => {
    const email = 'vera@example.test'
    const visitor = newVisitor()

    const sent = await register(visitor, email)
    expect(sent).toHaveRedirect('/registration?sent', 303)
    expect((await visitor.follow(sent)).h1).toBe('Проверьте почту')

    const tooSoon = await signIn(visitor, email, password)
    expect(tooSoon.status).toBe(403)
    expect(tooSoon.buttons).toContain('Отправить письмо ещё раз')

    const verified = await openLetter(visitor, email, /подтвердите/i, 'Подтвердить адрес')
    expect(verified).toHaveRedirect('/login', 303)
    expect(await visitor.follow(verified)).toShowFlash('success', /Адрес подтверждён/, { stays: true })

    const signedIn = await signIn(visitor, email, password)
    expect(signedIn).toHaveRedirect('/personal', 303)
    const empty = await visitor.follow(signedIn)
    expect(empty.main).toContain('Добавьте первый лицевой счёт')
    expect(empty.link('Вера Павловна')).toBe('/personal')

    const firstStep = await visitor.press(await visitor.get('/personal/add-account'), 'Добавить', {
      account: '53300 02162',
    })
    expect(firstStep.status).toBe(400)
    expect(firstStep.title).not.toMatch(/^Ошибка/)
    const wrong = await visitor.press(firstStep, 'Добавить', { proof: '12345678' })
    expect(wrong.field('proof').errors).toHaveLength(1)
    expect(wrong.field('proof').value).toBe('12345678')
    const added = await visitor.press(wrong, 'Добавить', { proof: '5671 8039' })
    expect(added).toHaveRedirect('/personal', 303)
    const accounts = await visitor.follow(added)
    expect(accounts).toShowFlash('success', /^Лицевой счёт [0-9\s]+ добавлен/)
    expect(accounts.main).toContain('Гараж')

    const twice = await visitor.press(await visitor.get('/personal/add-account'), 'Добавить', {
      account: '5330002162',
    })
    expect(twice.status).toBe(400)
    expect(twice.errorSummary.join()).toMatch(/уже/)
    const unknown = await visitor.press(await visitor.get('/personal/add-account'), 'Добавить', {
      account: '999',
    })
    expect(unknown.status).toBeGreaterThanOrEqual(400)
    expect(unknown.field('account').value).toBe('999')

    const profile = await visitor.get('/personal/profile')
    expect(profile.field('phone').value.replace(/\s/g, ' ')).toBe('+7 999 123-45-67')
    const renamed = await visitor.press(profile, 'Сохранить', { name: 'Вера Лопухова', phone: '' })
    const saved = await visitor.follow(renamed)
    expect(saved).toShowFlash('success', 'Профиль сохранён')
    expect(saved.field('name').value).toBe('Вера Лопухова')
    expect(saved.field('phone').value).toBe('')

    const newEmail = 'vera.lopukhova@example.test'
    const asked = await visitor.press(
      await visitor.get('/personal/change-email-request'),
      'Отправить письмо',
      {
        email: newEmail,
      },
    )
    expect(await visitor.follow(asked)).toShowFlash('success', new RegExp(newEmail))
    const confirmed = await openLetter(visitor, newEmail, /./, 'Подтвердить новый адрес')
    expect(confirmed).toHaveRedirect('/personal/profile', 303)
    expect((await visitor.follow(confirmed)).main).toContain(newEmail)

    const elsewhere = newVisitor()
    await signIn(elsewhere, newEmail, password)
    const stayed = await visitor.press(await visitor.get('/personal/profile'), 'Изменить пароль', {
      password_old: password,
      password: anotherPassword,
      password_confirmation: anotherPassword,
    })
    expect(stayed).toHaveRedirect('/personal/profile', 303)
    expect((await visitor.get('/personal')).status).toBe(200)
    expect(await elsewhere.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')

    const deleting = await visitor.get('/personal/delete-account?account=5330002162')
    expect(await visitor.follow(await visitor.press(deleting, 'Удалить лицевой счёт'))).toShowFlash(
      'success',
      /удалён/,
    )

    const session = visitor.cookies.get('__Host-session') ?? ''
    const out = await visitor.press(await visitor.get('/personal'), 'Выйти')
    expect(await visitor.follow(out)).toShowFlash('success', /Вы вышли/)
    visitor.cookies.set('__Host-session', session)
    expect(await visitor.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')
    expect((await signIn(visitor, newEmail, password)).status).toBe(400)
    expect(await signIn(visitor, newEmail, anotherPassword)).toHaveRedirect('/personal', 303)
  })

  test('a forgotten password is reset by a link that works once', { timeout: 60_000 }, async () => {
    const email = 'forgetful@example.test'
    const visitor = await newCustomer(email)
    await visitor.post('/logout')
    const asked = await visitor.press(await visitor.get('/forgot-password'), 'Отправить ссылку', { email })
    expect(asked).toHaveRedirect('/forgot-password?sent', 303)
    const link = await api.linkOfLetter(email, /парол/i)

    const typed = { password: anotherPassword, password_confirmation: anotherPassword }
    const page = await visitor.get(link)
    expect(await visitor.press(page, 'Сохранить пароль', typed)).toHaveRedirect('/login', 303)
    const again = await visitor.press(page, 'Сохранить пароль', typed)
    expect(again.status).toBe(400)
    expect(again.main).toMatch(/устарела или уже использована/)
    expect(again.main).toContain('Если вы нажали дважды, возможно, всё уже сделано: попробуйте войти.')
    expect(again.link('попробуйте войти')).toBe('/login')
    expect((await signIn(visitor, email, password)).status).toBe(400)
    expect(await signIn(visitor, email, anotherPassword)).toHaveRedirect('/personal', 303)
  })

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

  test('too many wrong passwords lock the address, and the page says for how long', {
    timeout: 60_000,
  }, async () => {
    const visitor = newVisitor()
    let answer = await signIn(visitor, 'guessed@example.test', 'неверный пароль')
    for (let guess = 0; guess < 40 && answer.status === 400; guess += 1)
      answer = await signIn(visitor, 'guessed@example.test', `неверный пароль ${guess}`)
    expect(answer.status).toBe(429)
    expect(answer.errorSummary.join()).toMatch(/через \d+ (секунд|минут|час)/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.field('email').value).toBe('guessed@example.test')
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

  test('a customer sees the consent, takes a copy, deletes the account, and comes back by the letter', {
    timeout: 120_000,
  }, async () => {
    const email = 'lev@example.test'
    const visitor = await newCustomer(email)
    const page = await visitor.get('/personal/my-data')
    expect(page.main).toContain('Обработка персональных данных')
    expect(page.main).toContain(`с адреса ${visitor.address}`)

    const file = await visitor.get('/personal/my-data.json')
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toContain('my-data-')
    expect(JSON.parse(file.html)).toMatchObject({
      profile: { name: 'Вера Павловна', email, phone: '+79991234567' },
      consents: [{ kind: 'personal_data', address: visitor.address }],
      letters: [{ kind: 'verification' }],
    })

    const mistyped = await visitor.press(page, 'Удалить личный кабинет', { password: anotherPassword })
    expect(mistyped.status).toBe(400)
    expect(mistyped.field('password').errors).toEqual([expect.stringContaining('введён неверно')])
    const deleted = await visitor.press(mistyped, 'Удалить личный кабинет', { password })
    expect(deleted).toHaveRedirect('/', 303)
    expect(await visitor.follow(deleted)).toShowFlash('success', /^Личный кабинет удалён/)

    const refused = await signIn(visitor, email, password)
    expect(refused.status).toBe(400)
    expect(refused.errorSummary.join()).toContain('Этот личный кабинет удалён')
    const back = await openLetter(visitor, email, /Личный кабинет удалён/, 'Отменить удаление')
    expect(back).toHaveRedirect('/login', 303)
    expect(await visitor.follow(back)).toShowFlash('success', /^Удаление отменено/)
    expect(await signIn(visitor, email, password)).toHaveRedirect('/personal', 303)
  })
})
