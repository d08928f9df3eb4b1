import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashPassword, passwordHashQueue } from 'api/users'
import { DAY, MINUTE } from 'format/durations'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  currentUser,
  login,
  openApiWorld,
  password,
  register,
  seenFromOutside,
  signedIn,
} from '../support/api-world'
import { replicaStarter } from '../support/start-replica'

// Checks the cost of production, and what happens while a password is hashed.
vi.unmock('@node-rs/argon2')

const email = 'petr@mail.example'
const wrong = 'не тот пароль'
const startReplica = replicaStarter()

describeOnEachDatabase('signing in and out', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  test('sets an HttpOnly cookie that identifies the customer', async () => {
    const browser = await signedIn(world, email)
    const answer = await login(browser, email)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await currentUser(browser)).toMatchObject({
      status: 200,
      body: { data: { name: 'Пётр Снегирёв', email, phone: '+79991234567', emailVerified: true } },
    })
  })

  test('the cookie is Secure where the API has an https address, also when it is deleted', async () => {
    const browser = await signedIn(world, email)
    const https = await world.replica({ API_PUBLIC_URL: 'https://api.example' })
    const asked = world.browserOf(https.api)
    expect((await login(asked, email)).headers.get('set-cookie')).toMatch(/^session=[\w-]{43};.*; Secure/)
    expect((await asked.post('/api/v1/users/logout/')).headers.get('set-cookie')).toMatch(
      /^session=; Max-Age=0;.*; Secure/,
    )
    expect((await login(browser, email)).headers.get('set-cookie')).not.toContain('Secure')
  })

  test('nobody is signed in without a cookie, and an invalid cookie is deleted', async () => {
    const browser = world.browser()
    expect((await currentUser(browser)).body).toEqual({ data: null })
    browser.setSession('no-such-session')
    const answer = await currentUser(browser)
    expect(answer).toMatchObject({ status: 200, body: { data: null } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  })

  test('calls for customers answer 401 to anybody else', async () => {
    const browser = world.browser()
    for (const cookie of [undefined, 'no-such-session']) {
      browser.setSession(cookie)
      const answer = await browser.post('/api/v1/users/change-profile/', { name: 'Пётр', phone: null })
      expect(answer).toMatchObject({ status: 401, body: { message: expect.stringContaining('Войдите') } })
    }
  })

  test('signing out ends the session also for a copied cookie', async () => {
    const browser = await signedIn(world, email)
    const kept = browser.session()
    expect((await browser.post('/api/v1/users/logout/')).status).toBe(204)
    expect(browser.session()).toBeUndefined()
    browser.setSession(kept)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('signing out without a session succeeds', async () => {
    expect((await world.browser().post('/api/v1/users/logout/')).status).toBe(204)
  })

  test('each login begins a new session and ends the browser’s previous one', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    await login(other, email)
    const old = browser.session()
    await login(browser, email)
    expect(browser.session()).not.toBe(old)
    expect((await currentUser(other)).body).not.toEqual({ data: null })
    browser.setSession(old)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('a session lives thirty days from its last use', async () => {
    const browser = await signedIn(world, email)
    world.pass(29 * DAY)
    expect((await currentUser(browser)).body).not.toEqual({ data: null })
    world.pass(29 * DAY)
    expect((await currentUser(browser)).body).not.toEqual({ data: null })
    world.pass(30 * DAY)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('and at most ninety', async () => {
    const browser = await signedIn(world, email)
    for (let used = 1; used <= 8; used++) {
      world.pass(11 * DAY)
      expect((await currentUser(browser)).body).not.toEqual({ data: null })
    }
    world.pass(2 * DAY)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('a wrong password and an unknown address get the same answer', async () => {
    await signedIn(world, email)
    const known = await login(world.browser(), email, wrong)
    expect(known).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Неверный адрес или пароль') },
    })
    expect(seenFromOutside(await login(world.browser(), 'nobody@mail.example', wrong))).toEqual(
      seenFromOutside(known),
    )
  })

  test('an unknown address takes as long as a password hash', async () => {
    await signedIn(world, email)
    const guesses = 7
    const addresses = [email, 'nobody@mail.example']
    const spent = new Map<string, number[]>(addresses.map((address) => [address, []]))
    for (let guess = 0; guess < guesses; guess += 1) {
      for (const [address, times] of spent) {
        const before = process.cpuUsage()
        await login(world.browser(), address, wrong)
        const { user, system } = process.cpuUsage(before)
        times.push(user + system)
      }
    }
    const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[(guesses - 1) / 2] ?? 0
    const [known = 0, unknown = 0] = addresses.map((address) => median(spent.get(address)))
    expect(unknown).toBeGreaterThan(known / 2)
  })

  test('an unverified address is reported only with the right password', async () => {
    await register(world.browser(), email)
    expect((await login(world.browser(), email, wrong)).status).toBe(422)
    expect(await login(world.browser(), email)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified', message: expect.stringContaining('ещё не подтверждён') },
    })
  })

  test('empty fields, and an address that can be nobody’s, have errors', async () => {
    expect((await world.browser().post('/api/v1/users/login/', {})).body).toMatchObject({
      errors: { email: ['Введите адрес электронной почты'], password: ['Введите пароль'] },
    })
    expect((await login(world.browser(), 'не адрес', wrong)).body).toMatchObject({
      errors: { email: [expect.stringContaining('Проверьте адрес')] },
    })
  })

  test('passwords and session tokens are stored only as hashes', async () => {
    const browser = await signedIn(world, email)
    const users = await world.database.db.selectFrom('users').selectAll().execute()
    const sessions = await world.database.db.selectFrom('sessions').selectAll().execute()
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(sessions).toHaveLength(1)
    expect(JSON.stringify([users, sessions])).not.toContain(password)
    expect(JSON.stringify([users, sessions])).not.toContain(browser.session())
  })
})

describeOnEachDatabase('guessing a password', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const statuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  /** Has so many others hash all the time; the returned function ends it. */
  const keepHashing = (others: number) => {
    let isOver = false
    const hashing = Array.from({ length: others }, async () => {
      while (!isOver) await hashPassword('сорок кошек').catch(() => nextTurn())
    })
    return async () => {
      isOver = true
      await Promise.all(hashing)
    }
  }

  test('of fifty concurrent guesses in two processes ten are checked, also for an unknown address', async () => {
    await signedIn(world, email)
    const replica = await startReplica(world, { clockOffsetMs: 800 })
    for (const address of [email, 'nobody@mail.example']) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          login(index % 2 === 0 ? world.browser() : world.browserOf(replica), address, wrong),
        ),
      )
      expect([statuses(answers, 422), statuses(answers, 429)]).toEqual([10, 40])
    }
    await replica.stop()
  })

  test('the lock tells its duration, also blocks the right password, and then ends', async () => {
    await signedIn(world, email)
    for (let guess = 0; guess < 10; guess++) await login(world.browser(), email, wrong)
    world.pass(5 * MINUTE)
    const locked = await login(world.browser(), email)
    expect(locked).toMatchObject({
      status: 429,
      body: {
        message: 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.',
      },
    })
    expect(locked.headers.get('retry-after')).toBe('600')
    world.pass(10 * MINUTE)
    expect((await login(world.browser(), email)).status).toBe(200)
  })

  test('endless guesses from one address do not lock the owner out elsewhere', async () => {
    await signedIn(world, email)
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 30 }, () => login(world.browser({ address: '198.51.100.1' }), email, wrong)),
      )
    }
    expect((await login(world.browser({ address: '203.0.113.50' }), email)).status).toBe(200)
  })

  test('guesses from many addresses lock the account, but not for a known device', async () => {
    await signedIn(world, email, { deviceId: 'home-laptop' })
    for (let guess = 0; guess < 30; guess++) {
      const address = `198.51.100.${guess}`
      expect((await login(world.browser({ address }), email, wrong)).status).toBe(422)
    }
    expect((await login(world.browser({ address: '203.0.113.50' }), email)).status).toBe(429)
    expect((await login(world.browser({ address: '203.0.113.50', deviceId: 'another' }), email)).status).toBe(
      429,
    )
    expect(
      (await login(world.browser({ address: '203.0.113.50', deviceId: 'home-laptop' }), email)).status,
    ).toBe(200)
  })

  test('guesses of others behind the same address don’t lock a known device out', async () => {
    const address = '198.51.100.77'
    await signedIn(world, email, { deviceId: 'home-laptop', address })
    for (let batch = 0; batch < 4; batch++)
      await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          login(world.browser({ address }), i % 3 ? `a${batch}-${i}@mail.example` : email, wrong),
        ),
      )
    expect((await login(world.browser({ address }), email)).status).toBe(429)
    expect((await login(world.browser({ address, deviceId: 'home-laptop' }), email)).status).toBe(200)
  })

  test('guesses from a known device are limited, too', async () => {
    await signedIn(world, email, { deviceId: 'home-laptop' })
    await signedIn(world, 'anna@mail.example', { deviceId: 'office' })
    const answers = []
    for (let guess = 0; guess < 12; guess++)
      answers.push(await login(world.browser({ deviceId: 'home-laptop' }), email, wrong))
    expect([statuses(answers, 422), statuses(answers, 429)]).toEqual([10, 2])
    // Another known device has guesses of its own.
    const other = await login(world.browser({ deviceId: 'office' }), 'anna@mail.example')
    expect(other.status).toBe(200)
  })

  test('a right password forgives the wrong ones before it', async () => {
    await signedIn(world, email)
    const guess = async (times: number) => {
      const answers = await Promise.all(
        Array.from({ length: times }, () => login(world.browser(), email, wrong)),
      )
      expect(statuses(answers, 422)).toBe(times)
    }
    await guess(9)
    expect((await login(world.browser(), email)).status).toBe(200)
    await guess(10)
  })

  test('a login that finds no room for its hash is refused for now and not counted', async () => {
    await signedIn(world, email)
    const counted = async () =>
      (await world.database.db.selectFrom('rate_limits').select('count').execute()).filter(
        ({ count }) => count > 0,
      )
    const before = await counted()
    const endHashing = keepHashing(80)
    const refused = await login(world.browser(), email)
    await endHashing()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await counted()).toEqual(before)
  })

  test.each([
    ['a new password', async () => ({ password_hash: await hashPassword('другой пароль') }), 'Неверный'],
    ['a deletion', async () => ({ erase_at: '2026-04-02T09:00:00.000Z' }), 'удал'],
  ])('%s while the password is checked lets nobody in', async (_, changeOf, words) => {
    await signedIn(world, email)
    const change = await changeOf()
    // The login waits for its turn behind these.
    const endHashing = keepHashing(12)
    const before = passwordHashQueue().waiting
    const signingIn = login(world.browser(), email)
    await vi.waitFor(() => expect(passwordHashQueue().waiting).toBeGreaterThan(before))
    await world.database.db.updateTable('users').set(change).execute()
    await endHashing()
    expect(await signingIn).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(words) },
    })
  })

  test('one address can try at most a hundred accounts; an IPv6 /64 counts as one address', async () => {
    const answers = []
    for (let batch = 0; batch < 4; batch++) {
      const guesses = Array.from({ length: 30 }, (_, index) => {
        const address = index % 2 === 0 ? `2001:db8:1:2::${index + 1}` : `2001:db8:1:2:ffff::${index + 1}`
        return login(world.browser({ address }), `a${batch}-${index}@mail.example`, wrong)
      })
      answers.push(...(await Promise.all(guesses)))
    }
    expect([statuses(answers, 422), statuses(answers, 429)]).toEqual([100, 20])
    expect((await login(world.browser({ address: '2001:db8:1:3::1' }), email, wrong)).status).toBe(422)
  })

  test('a customer behind an address that others have used up learns that a new password would not help', async () => {
    const address = '198.51.100.78'
    await signedIn(world, email)
    for (let batch = 0; batch < 4; batch++)
      await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          login(world.browser({ address }), `b${batch}-${index}@mail.example`, wrong),
        ),
      )
    expect(await login(world.browser({ address }), email)).toMatchObject({
      status: 429,
      body: {
        message:
          'Из вашей сети слишком много неудачных попыток входа. Новый пароль не поможет: подождите или войдите через другую сеть.',
      },
    })
    expect((await login(world.browser({ address: '203.0.113.50' }), email)).status).toBe(200)
  })

  test('right passwords are not counted: many customers can sign in from one address', async () => {
    await signedIn(world, email)
    for (let round = 0; round < 12; round++) {
      expect((await login(world.browser(), email)).status).toBe(200)
    }
    expect(
      await world.database.db.selectFrom('rate_limits').select('count').where('count', '>', 1).execute(),
    ).toEqual([])
  })

  test('the table of limits contains no addresses', async () => {
    await login(world.browser(), email, wrong)
    const rows = JSON.stringify(await world.database.db.selectFrom('rate_limits').selectAll().execute())
    expect(rows).toContain('"count":1')
    expect(rows).not.toContain('petr')
    expect(rows).not.toContain('203.0.113.7')
  })
})
