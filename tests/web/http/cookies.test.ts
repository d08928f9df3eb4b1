import { describe, expect, test } from 'vitest'
import type { Browser } from '../support/browser'
import { customer } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { atForm, eachOwnAnswerForm, send } from '../support/own-answer-forms'
import { portalOfThisFile } from '../support/portal'
import { eachForm, eachScreen, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const secure = await portalOfThisFile(upstream, { env: { PUBLIC_URL: 'https://portal.example.test' } })

/** Every cookie that the portal sets, without the prefix. */
const names = [
  'accessibleVersion',
  'cookieChoice',
  'device',
  'flashMessage',
  'registration',
  'second-step',
  'session',
]

/** The attributes of a cookie that neither another subdomain nor plain http can set. */
const OF_THIS_HOST =
  /^__Host-([\w-]+)=[^;]*(?=.*; Secure)(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Path=\/(;|$))(?!.*; Domain)/

describe('over https', () => {
  test('every cookie of every page and form belongs to this host alone', async () => {
    const lines: string[] = []
    const notes = (visitor: Browser) => {
      const ask = visitor.ask.bind(visitor)
      visitor.ask = async (...asking) => {
        const page = await ask(...asking)
        lines.push(...page.setCookies)
        return page
      }
      return visitor
    }
    for (const [, screen] of eachScreen) await notes(await visitorOf(screen, secure)).get(screen.path)
    upstream.on('currentUser', { status: 401, body: {} })
    for (const path of ['/about', '/personal/profile']) await notes(await secure.customer()).get(path)
    upstream.forget()
    for (const [, form] of eachForm) {
      const visitor = notes(await visitorOf(screenOf(form), secure))
      await visitor.press(await visitor.get(screenOf(form).path), form.button, form.typed)
      upstream.forget()
    }
    for (const [, form] of eachOwnAnswerForm) {
      const { visitor, page } = await atForm(form, secure, upstream)
      await send(form, notes(visitor), page, form.typed)
      upstream.forget()
    }
    const visitor = notes(secure.visitor())
    upstream.on('login', { body: { data: customer }, headers: { 'set-cookie': 'sid=fresh' } })
    await visitor.post('/login', { email: 'anna@example.test', password: 'secret' })
    await visitor.post('/logout')
    const secondStep = { token: 'token-1' }
    upstream.on('login', { status: 403, body: { message: 'Код', code: 'second_step', secondStep } })
    await visitor.post('/login', { email: 'anna@example.test', password: 'secret' })
    await visitor.post('/cookie-settings', { choice: 'all', redirectTo: '/login' })
    await visitor.post('/accessible-version', { intent: 'on' })
    await visitor.post('/accessible-version', { intent: 'off' })

    for (const line of lines) expect(line).toMatch(OF_THIS_HOST)
    const found = lines.map((line) => OF_THIS_HOST.exec(line)?.[1])
    expect([...new Set(found)].sort()).toEqual(names)
  })

  test('a session without the prefix is ignored', async () => {
    const visitor = secure.visitor()
    const customers = await secure.customer()
    visitor.cookies.set('session', customers.cookies.get('__Host-session') ?? '')
    expect(await visitor.get('/personal')).toHaveRedirect('/login?redirectTo=%2Fpersonal')
  })

  test('a planted device does not replace the browser’s own', async () => {
    const [owner, thief] = [secure.visitor(), secure.visitor()]
    await owner.get('/login')
    await thief.get('/login')
    const own = owner.cookies.get('__Host-device')
    owner.cookies.set('device', thief.cookies.get('__Host-device') ?? '')
    await owner.post('/login', { email: 'anna@example.test', password: 'secret' })
    expect(upstream.named('login').at(-1)?.headers['x-device-id']).toBe(own)
  })

  test('a planted device is not taken by a new browser either', async () => {
    const [victim, thief] = [secure.visitor(), secure.visitor()]
    await thief.get('/login')
    const planted = thief.cookies.get('__Host-device') ?? ''
    victim.cookies.set('device', planted)
    await victim.get('/login')
    expect(victim.cookies.get('__Host-device')).not.toBe(planted)
    await victim.post('/login', { email: 'anna@example.test', password: 'secret' })
    const device = upstream.named('login').at(-1)?.headers['x-device-id']
    expect(device).toMatch(/./)
    expect(device).not.toBe(planted)
  })
})
