import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { aboutPage, customer } from '../support/default-answers'
import { plain } from '../support/page'
import { portalOfThisFile } from '../support/portal'
import { forms } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)
const { button, typed, leadsTo } = forms.registration
const credentials = { email: typed.email, password: typed.password }

const register = async (updatedAt: string) => {
  upstream.on('page', { body: { ...aboutPage, updatedAt } })
  const visitor = portal.visitor()
  return visitor.press(await visitor.get('/registration'), button, typed)
}
const sentVersion = () => upstream.named('registration').map(({ body }) => body)

test('sends a consent version of 200 characters', async () => {
  expect(await register('в'.repeat(200))).toHaveRedirect(leadsTo, 303)
  expect(sentVersion()).toMatchObject([{ consentVersion: 'в'.repeat(200) }])
})

test('leaves out a consent version that is too long', async () => {
  expect(await register('в'.repeat(201))).toHaveRedirect(leadsTo, 303)
  const [body] = sentVersion()
  expect(body).toMatchObject({ consent: true })
  expect(body).not.toHaveProperty('consentVersion')
})

test('shows the API’s error of the consent version above the form', async () => {
  upstream.on('registration', {
    status: 422,
    body: { message: 'Так не получится', errors: { consentVersion: ['Согласие изменилось'] } },
  })
  const refused = await register('2026-01-01')
  expect(refused.status).toBe(400)
  expect(refused.errorSummary).toContain('Согласие изменилось')
})

test('names the policy as its page does', async () => {
  const page = await portal.visitor().get('/registration')
  const link = page.all('main a').find((one) => one.getAttribute('href') === '/privacy')
  expect(plain(link?.text ?? '')).toMatch(/^политике обработки персональных данных/)
})

describe('the typed address', () => {
  const registered = async () => {
    const visitor = portal.visitor()
    const sent = await visitor.follow(await visitor.press(await visitor.get('/registration'), button, typed))
    return { visitor, sent }
  }

  test('is shown after the registration, with a way to correct it, and stands in the form for another letter', async () => {
    const { sent } = await registered()
    expect(sent.main).toContain('Мы отправили письмо со ссылкой на anna@example.test.')
    expect(sent.link('Зарегистрируйтесь с верным')).toBe('/registration')
    expect(sent.field('email').value).toBe('anna@example.test')
  })

  test('stands in the login after the letter’s link, with the message that the address is confirmed', async () => {
    const { visitor } = await registered()
    const link = await visitor.get('/verify-email/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4')
    const login = await visitor.follow(await visitor.press(link, 'Подтвердить адрес'))
    expect(login).toShowFlash('success', 'Адрес подтверждён. Теперь войдите.')
    expect(login.field('email').value).toBe('anna@example.test')
  })

  test('is known to that browser alone, until it signs in', async () => {
    const { visitor } = await registered()
    expect((await visitor.get('/login')).field('email').value).toBe('anna@example.test')
    for (let visit = 0; visit < 2; visit += 1) {
      const other = portal.visitor()
      for (const path of ['/login', '/registration?sent']) {
        const page = await other.get(path)
        expect(page.html).not.toContain('anna@example.test')
        expect(page.field('email').value).toBe('')
      }
    }
    const login = await visitor.get('/login')
    const answer = await visitor.press(login, 'Войти', credentials)
    expect(answer).toHaveRedirect('/personal', 303)
    expect(visitor.cookies.has('registration')).toBe(false)
  })
})

describe('a visitor who has no account yet, and wants to answer an invitation', () => {
  const invitation = '/access-invite/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4'
  const verification = '/verify-email/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4'
  const registration = `/registration?redirectTo=${encodeURIComponent(invitation)}`

  const registered = async () => {
    const visitor = portal.visitor()
    const answer = await visitor.press(await visitor.get(registration), button, typed)
    expect(answer).toHaveRedirect(leadsTo, 303)
    return { visitor, sent: await visitor.follow(answer) }
  }

  test('is led from it and from its login to a registration that leads back', async () => {
    const visitor = portal.visitor()
    const page = await visitor.get(invitation)
    expect(page.link('Зарегистрируйтесь')).toBe(registration)
    const login = `/login?redirectTo=${encodeURIComponent(invitation)}`
    expect(page.links).toContain(login)
    expect((await visitor.get(login)).link('Зарегистрируйтесь')).toBe(registration)
    expect((await visitor.get(registration)).link('Войдите')).toBe(login)
    expect((await visitor.get('/login')).link('Зарегистрируйтесь')).toBe('/registration')
    expect((await visitor.get('/registration')).link('Войдите')).toBe('/login')
    const { sent } = await registered()
    expect(sent.link('Зарегистрируйтесь с верным')).toBe(registration)
  })

  test('is led back to it when the address is confirmed by an API that signs in', async () => {
    const { visitor } = await registered()
    upstream.on('verifyEmail', () => ({ status: 200, body: {}, headers: { 'set-cookie': 'session=new' } }))
    upstream.on('currentUser', { body: { data: customer } })
    const confirmed = await visitor.press(await visitor.get(verification), 'Подтвердить адрес')
    expect(confirmed).toHaveRedirect(invitation, 303)
  })

  test('is led back to it by the login that follows, once', async () => {
    const { visitor } = await registered()
    const confirmed = await visitor.press(await visitor.get(verification), 'Подтвердить адрес')
    const login = await visitor.follow(confirmed)
    expect(login).toShowFlash('success', 'Адрес подтверждён. Теперь войдите.')
    const answer = await visitor.press(login, 'Войти', credentials)
    expect(answer).toHaveRedirect(invitation, 303)
    expect(visitor.cookies.has('registration')).toBe(false)
  })

  test('leads nobody else there who signs in with the same browser', async () => {
    const { visitor } = await registered()
    upstream.on('login', () => ({
      status: 200,
      body: { data: { ...customer, email: 'nina@example.test' } },
      headers: { 'set-cookie': 'session=new' },
    }))
    const answer = await visitor.press(await visitor.get('/login'), 'Войти', credentials)
    expect(answer).toHaveRedirect('/personal', 303)
  })

  test.each(['https://evil.test/', `/personal?${'x'.repeat(2_000)}`])(
    'is led to the usual page instead of %.30s',
    async (elsewhere) => {
      const visitor = portal.visitor()
      const page = await visitor.get(`/registration?redirectTo=${encodeURIComponent(elsewhere)}`)
      expect(await visitor.press(page, button, typed)).toHaveRedirect(leadsTo, 303)
      const confirmed = await visitor.press(await visitor.get(verification), 'Подтвердить адрес')
      const answer = await visitor.press(await visitor.follow(confirmed), 'Войти', credentials)
      expect(answer).toHaveRedirect('/personal', 303)
    },
  )
})

test('without a consent is refused, and says so', async () => {
  const visitor = portal.visitor()
  const page = await visitor.get('/registration')
  const refused = await visitor.press(page, button, { ...typed, consent: false })
  expect(refused.status).toBe(400)
  expect(refused.errorSummary.join()).toContain('Без согласия')
  expect(sentVersion()).toEqual([])
})
