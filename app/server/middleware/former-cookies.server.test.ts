import express from 'express'
import { afterEach, expect, test, vi } from 'vitest'
import { listenForTests } from '../../../tests/support/listen-for-tests'
import { formerCookies } from './former-cookies.server'

const app = express()
app.use(formerCookies)
app.use((req, res) => void res.json(req.headers.cookie ?? ''))
const server = listenForTests(app)
afterEach(() => void vi.useRealTimers())

/** The cookies that the portal then reads, and the ones that it sets. */
const answerTo = async (cookie: string) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { cookie } })
  return { read: await answer.json(), set: answer.headers.getSetCookie() }
}

const at = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) })

test('a former name is read, and replaced by the one with the prefix', async () => {
  at('2027-11-30')
  expect(await answerTo('device=a%20b; other=1')).toEqual({
    read: 'device=a%20b; other=1; __Host-device=a%20b',
    set: [
      '__Host-device=a%20b; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
      'device=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ],
  })
})

test.each(['device=planted; __Host-device=own', 'session=a; __Host-cookieChoice=all', 'other=1'])(
  'nothing is read or set for %s',
  async (cookie) => {
    at('2027-11-30')
    expect(await answerTo(cookie)).toEqual({ read: cookie, set: [] })
  },
)

test('a year later no browser has one any longer: what comes was planted', async () => {
  at('2027-12-01')
  expect(await answerTo('device=planted')).toEqual({ read: 'device=planted', set: [] })
})
