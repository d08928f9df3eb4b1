import { DAY, MINUTE } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { currentUser, login, openApiWorld, register, seenFromOutside, signedIn } from '../support/api-world'
import { replicaStarter } from '../support/start-replica'
import { isSignedIn, logout } from '../support/user-calls'

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
    const browserOverHttps = world.browserOf(https.api)
    expect((await login(browserOverHttps, email)).headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43};.*; Secure/,
    )
    expect((await logout(browserOverHttps)).headers.get('set-cookie')).toMatch(
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

  test('signing out ends the session also for a copied cookie', async () => {
    const browser = await signedIn(world, email)
    const kept = browser.session()
    expect((await logout(browser)).status).toBe(204)
    expect(browser.session()).toBeUndefined()
    browser.setSession(kept)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('signing out without a session succeeds', async () => {
    expect((await logout(world.browser())).status).toBe(204)
  })

  test('each login begins a new session and ends the browser’s previous one', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    await login(other, email)
    const old = browser.session()
    await login(browser, email)
    expect(browser.session()).not.toBe(old)
    expect(await isSignedIn(other)).toBe(true)
    browser.setSession(old)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('a session lives thirty days from its last use', async () => {
    const browser = await signedIn(world, email)
    for (const [days, lives] of [
      [29, true],
      [29, true],
      [30, false],
    ] as const) {
      world.pass(days * DAY)
      expect(await isSignedIn(browser)).toBe(lives)
    }
  })

  test('and at most ninety', async () => {
    const browser = await signedIn(world, email)
    for (let used = 1; used <= 8; used++) {
      world.pass(11 * DAY)
      expect(await isSignedIn(browser)).toBe(true)
    }
    world.pass(2 * DAY)
    expect(await isSignedIn(browser)).toBe(false)
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

  test('the session’s token is stored only as a hash', async () => {
    const browser = await signedIn(world, email)
    const sessions = await world.database.db.selectFrom('sessions').selectAll().execute()
    expect(sessions).toHaveLength(1)
    expect(JSON.stringify(sessions)).not.toContain(browser.session())
  })
})

describeOnEachDatabase('guessing a password', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const statuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length

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

  test('one address can try at most a hundred accounts, an IPv6 /64 counting as one, and learns what would help', async () => {
    await signedIn(world, email)
    const answers = []
    for (let batch = 0; batch < 4; batch++) {
      const guesses = Array.from({ length: 30 }, (_, index) => {
        const address = index % 2 === 0 ? `2001:db8:1:2::${index + 1}` : `2001:db8:1:2:ffff::${index + 1}`
        return login(world.browser({ address }), `a${batch}-${index}@mail.example`, wrong)
      })
      answers.push(...(await Promise.all(guesses)))
    }
    expect([statuses(answers, 422), statuses(answers, 429)]).toEqual([100, 20])
    expect(await login(world.browser({ address: '2001:db8:1:2::1' }), email)).toMatchObject({
      status: 429,
      body: {
        message:
          'Из вашей сети слишком много неудачных попыток входа. Новый пароль не поможет: подождите или войдите через другую сеть.',
      },
    })
    expect((await login(world.browser({ address: '2001:db8:1:3::1' }), email)).status).toBe(200)
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
