import { beforeAll, expect, test, vi } from 'vitest'
import { printFigure, times } from '../../support/long-run'
import '../support/matchers'
import { openForTests } from '../../support/open-for-tests'
import type { Browser } from '../support/browser'
import { startPortal } from '../support/portal'
import { PUBLIC_URL, startRealApi } from '../support/real-api'

vi.setConfig({ testTimeout: 600_000 })

const COOKIES = times(24, 1_000)

const api = openForTests(() => startRealApi('embedded'))
const portal = openForTests(() => startPortal(api.transport, { env: { PUBLIC_URL } }))
let password: string

beforeAll(async () => {
  password = api.demoLogin.password
})

const signIn = async (visitor: Browser) => {
  const answer = await visitor.post('/login', { email: api.demoLogin.email, password })
  expect(answer).toHaveRedirect('/personal', 303)
  return visitor
}
const signedIn = () => signIn(portal.visitor())

const sessionOf = (visitor: Browser) => {
  const cookie = visitor.cookies.get('__Host-session')
  if (cookie === undefined) throw new Error('The visitor has no session')
  return cookie
}

const several = async (count: number) => {
  const visitors: Browser[] = []
  for (let nth = 0; nth < count; nth += 1) visitors.push(await signedIn())
  return visitors
}

const changePassword = async (visitor: Browser) => {
  const next = `${api.demoLogin.password} ${Math.random()}`
  const page = await visitor.get('/personal/profile')
  const typed = { password_old: password, password: next, password_confirmation: next }
  expect(await visitor.press(page, 'Изменить пароль', typed)).toHaveRedirect('/personal/profile', 303)
  password = next
}

const setForgottenPassword = async () => {
  const guest = portal.visitor()
  await guest.post('/forgot-password', { email: api.demoLogin.email })
  const page = await guest.get(await api.linkOfLetter(api.demoLogin.email, /новый пароль/i))
  const next = `${api.demoLogin.password} ${Math.random()}`
  const typed = { password: next, password_confirmation: next }
  expect(await guest.press(page, 'Сохранить пароль', typed)).toHaveRedirect('/login', 303)
  password = next
}

/** Ways to end sessions; each returns the cookies of sessions that it has ended. */
const ends: Record<string, (count: number) => Promise<string[]>> = {
  async 'a logout'(count) {
    const visitors = await several(count)
    const cookies = visitors.map(sessionOf)
    for (const visitor of visitors) await visitor.post('/logout')
    return cookies
  },
  async 'the list of sessions'(count) {
    const cookies = (await several(count)).map(sessionOf)
    const owner = await signedIn()
    const ended = await owner.press(await owner.get('/personal/security'), 'Завершить все остальные')
    expect(ended).toHaveRedirect('/personal/security', 303)
    expect((await owner.get('/personal')).status).toBe(200)
    return cookies
  },
  async 'a changed password'(count) {
    const visitors = await several(count)
    const cookies = visitors.map(sessionOf)
    const [first] = visitors
    if (!first) throw new Error('Nobody is signed in')
    await changePassword(first)
    // The browser that changed it stays signed in, with another session.
    expect((await first.get('/personal')).status).toBe(200)
    return cookies
  },
  async 'a password set by a mailed link'(count) {
    const cookies = (await several(count)).map(sessionOf)
    await setForgottenPassword()
    return cookies
  },
}

test(`${COOKIES} cookies of ended sessions are refused`, async () => {
  const ways = Object.entries(ends)
  let refused = 0
  for (const [way, end] of ways) {
    const cookies = await end(COOKIES / ways.length)
    expect(new Set(cookies).size, way).toBe(cookies.length)
    for (const cookie of cookies) {
      const thief = portal.visitor()
      thief.cookies.set('__Host-session', cookie)
      expect(await thief.get('/personal'), way).toHaveRedirect('/login?redirectTo=%2Fpersonal')
      refused += 1
    }
  }
  expect(refused).toBe(COOKIES)
  printFigure(4, `${refused} of ${COOKIES} cookies of ended sessions refused`)
})
