import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { oneTimeCode } from '../../support/one-time-code'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { startPortal } from '../support/portal'
import { type ApiLocation, PUBLIC_URL, startRealApi } from '../support/real-api'

const path = '/personal/security'

/** The portal over our own product API, embedded and remote: the same pages, the same words. */
describe.each(['embedded', 'remote'] satisfies ApiLocation[])('with our own product API, %s', (location) => {
  const api = openForTests(() => startRealApi(location))
  const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))

  const typesPassword = async (visitor: Browser) =>
    visitor.press(await visitor.get('/login'), 'Войти', api.demoLogin)

  const signedIn = async () => {
    const visitor = portal.visitor()
    expect(await typesPassword(visitor)).toHaveRedirect('/personal', 303)
    return visitor
  }

  /** At the page that asks for the code. */
  const asked = async (visitor: Browser) => {
    const answer = await typesPassword(visitor)
    expect(answer).toHaveRedirect('/login/code', 303)
    return visitor.follow(answer)
  }

  test('a customer ends a session, turns a second step on, signs in with it, and turns it off', {
    timeout: 60_000,
  }, async () => {
    const owner = await signedIn()
    const other = await signedIn()
    const list = await owner.get(path)
    const buttons = list.buttons.filter((button) => button.startsWith('Завершить: Chrome, Android'))
    expect(buttons).toHaveLength(1)
    const ended = await owner.press(list, buttons[0] ?? '')
    expect(await owner.follow(ended)).toShowFlash('success', /^Сеанс завершён/)
    expect(await other.get(path)).toHaveRedirect(`/login?redirectTo=${encodeURIComponent(path)}`)

    const { password } = api.demoLogin
    const setup = await owner.press(await owner.get(path), 'Включить второй шаг', { password })
    expect(setup.h1).toBe('Включение второго шага')
    expect(setup.title).toBe('Включение второго шага — Тихий берег')
    const secret = setup.field('secret').value
    const wrong = await owner.press(setup, 'Подтвердить и включить', { code: 'ёжик' })
    expect(wrong.status).toBe(400)
    expect(wrong.title).toBe('Ошибка: Включение второго шага — Тихий берег')
    expect(wrong.field('secret').value).toBe(secret)
    const turnedOn = await owner.press(wrong, 'Подтвердить и включить', {
      code: oneTimeCode(secret, new Date()),
    })
    expect(turnedOn.h1).toBe('Запасные коды')
    expect(turnedOn.title).toBe('Запасные коды — Тихий берег')
    const codes = turnedOn.all('main ol li').map(({ text }) => text)
    expect(codes).toHaveLength(10)
    expect((await owner.get(path)).main).toContain('Осталось 10 запасных кодов')

    const phone = portal.visitor()
    const nextCode = oneTimeCode(secret, new Date(), 1)
    const signed = await phone.press(await asked(phone), 'Войти', { code: nextCode })
    expect(signed).toHaveRedirect('/personal', 303)
    const late = portal.visitor()
    const used = await late.press(await asked(late), 'Войти', { code: nextCode })
    expect(used.status).toBe(400)
    expect(used.field('code').errors).toHaveLength(1)
    const recovered = await late.press(used, 'Войти', { code: codes[0] ?? '' })
    expect(recovered).toHaveRedirect('/personal', 303)

    const off = await owner.press(await owner.get(path), 'Выключить второй шаг', {
      password,
      code: codes[1] ?? '',
    })
    expect(await owner.follow(off)).toShowFlash('success', /^Второй шаг выключен/, { stays: true })
    await signedIn()
  })

  test('five wrong codes lead back to the login', { timeout: 60_000 }, async () => {
    const owner = await signedIn()
    const { password } = api.demoLogin
    const setup = await owner.press(await owner.get(path), 'Включить второй шаг', { password })
    const code = oneTimeCode(setup.field('secret').value, new Date())
    const turnedOn = await owner.press(setup, 'Подтвердить и включить', { code })
    const recovery = turnedOn.all('main ol li').map(({ text }) => text)[9] ?? ''

    const visitor = portal.visitor()
    let page = await asked(visitor)
    for (const guess of ['a', 'b', 'c', 'd']) {
      page = await visitor.press(page, 'Войти', { code: guess })
      expect(page.status).toBe(400)
    }
    expect(await visitor.press(page, 'Войти', { code: 'e' })).toHaveRedirect('/login', 303)
    expect(await visitor.get('/login/code')).toHaveRedirect('/login')

    const off = await owner.press(await owner.get(path), 'Выключить второй шаг', { password, code: recovery })
    expect(off).toHaveRedirect(path, 303)
  })

  test('a login that was not mine is undone by the link in the letter', { timeout: 60_000 }, async () => {
    const owner = await signedIn()
    const thief = await signedIn()
    const reader = portal.visitor()
    const page = await reader.get(await api.linkOfLetter(api.demoLogin.email, /нового устройства/))
    const answer = await reader.press(page, 'Это не я: завершить все сеансы')
    expect(answer).toHaveRedirect('/login', 303)
    for (const visitor of [owner, thief]) expect((await visitor.get(path)).location).toMatch(/^\/login/)
    const link = await api.linkOfLetter(api.demoLogin.email, /Новый пароль/)
    expect((await reader.get(link)).h1).toBe('Новый пароль')
    const again = await reader.press(page, 'Это не я: завершить все сеансы')
    expect(again.errorSummary.join()).toMatch(/^Ссылка устарела или уже использована/)
  })
})
