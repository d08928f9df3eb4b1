import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import {
  type ApiWorld,
  currentUser,
  login,
  openApiWorld,
  password,
  register,
  seenFromOutside,
  signedIn,
} from '../support/api-world'
import { replicaStarter } from '../support/start-replica'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const minute = 60_000
const day = 24 * 60 * minute
const email = 'petr@mail.example'
const wrong = 'не тот пароль'
const startReplica = replicaStarter()

describeOnEachDatabase('signing in and out', (kind) => {
  let world: ApiWorld

  beforeAll(async () => {
    world = await openApiWorld(kind)
  })
  beforeEach(() => world.empty())
  afterAll(() => world.close())

  test('sets a cookie that scripts cannot read, and the customer is known by it', async () => {
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

  test('nobody is signed in without a cookie, and a cookie that means nothing is dropped', async () => {
    const browser = world.browser()
    expect((await currentUser(browser)).body).toEqual({ data: null })
    browser.setSession('no-such-session')
    const answer = await currentUser(browser)
    expect(answer).toMatchObject({ status: 200, body: { data: null } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  })

  test('what is for customers alone answers anybody else with 401', async () => {
    const browser = world.browser()
    for (const cookie of [undefined, 'no-such-session']) {
      browser.setSession(cookie)
      const answer = await browser.post('/api/v1/users/change-profile/', { name: 'Пётр', phone: null })
      expect(answer).toMatchObject({ status: 401, body: { message: expect.stringContaining('Войдите') } })
    }
  })

  test('signing out ends the session for whoever has kept its cookie', async () => {
    const browser = await signedIn(world, email)
    const kept = browser.session()
    expect((await browser.post('/api/v1/users/logout/')).status).toBe(204)
    expect(browser.session()).toBeUndefined()
    browser.setSession(kept)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('signing out without a session is no failure', async () => {
    expect((await world.browser().post('/api/v1/users/logout/')).status).toBe(204)
  })

  test('each login begins a new session and ends the one that the browser had', async () => {
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
    world.pass(29 * day)
    expect((await currentUser(browser)).body).not.toEqual({ data: null })
    world.pass(29 * day)
    expect((await currentUser(browser)).body).not.toEqual({ data: null })
    world.pass(30 * day)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('and ninety at most, however often it is used', async () => {
    const browser = await signedIn(world, email)
    for (let used = 1; used <= 8; used++) {
      world.pass(11 * day)
      expect((await currentUser(browser)).body).not.toEqual({ data: null })
    }
    world.pass(2 * day)
    expect((await currentUser(browser)).body).toEqual({ data: null })
  })

  test('a wrong password and an unknown address answer alike', async () => {
    await signedIn(world, email)
    const known = await login(world.browser(), email, wrong)
    expect(known).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Неверный адрес или пароль') },
    })
    for (const unknown of ['nobody@mail.example', 'не адрес']) {
      expect(seenFromOutside(await login(world.browser(), unknown, wrong))).toEqual(seenFromOutside(known))
    }
  })

  test('an unknown address takes the time of a password hash, too', async () => {
    await signedIn(world, email)
    const guesses = 7
    const addresses = [email, 'nobody@mail.example', 'не адрес']
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
    const [known = 0, ...unknown] = addresses.map((address) => median(spent.get(address)))
    for (const time of unknown) expect(time).toBeGreaterThan(known / 2)
  })

  test('that the address is not verified is said to the right password only', async () => {
    await register(world.browser(), email)
    expect((await login(world.browser(), email, wrong)).status).toBe(422)
    expect(await login(world.browser(), email)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified', message: expect.stringContaining('ещё не подтверждён') },
    })
  })

  test('empty fields are named', async () => {
    expect((await world.browser().post('/api/v1/users/login/', {})).body).toMatchObject({
      errors: { email: ['Укажите адрес электронной почты.'], password: ['Введите пароль.'] },
    })
  })

  test('no password and no session stands in the database as it is', async () => {
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
  let world: ApiWorld

  beforeAll(async () => {
    world = await openApiWorld(kind)
  })
  beforeEach(() => world.empty())
  afterAll(() => world.close())

  const statuses = (answers: { status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  test('fifty guesses at once over two processes come to ten, known and unknown address alike', async () => {
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

  test('the lock says how long it lasts, holds against the right password, and then ends', async () => {
    await signedIn(world, email)
    for (let guess = 0; guess < 10; guess++) await login(world.browser(), email, wrong)
    world.pass(5 * minute)
    const locked = await login(world.browser(), email)
    expect(locked).toMatchObject({
      status: 429,
      body: {
        message: 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.',
      },
    })
    expect(locked.headers.get('retry-after')).toBe('600')
    world.pass(10 * minute)
    expect((await login(world.browser(), email)).status).toBe(200)
  })

  test('guesses without end from one address leave the owner a way in from another', async () => {
    await signedIn(world, email)
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 30 }, () => login(world.browser({ address: '198.51.100.1' }), email, wrong)),
      )
    }
    expect((await login(world.browser({ address: '203.0.113.50' }), email)).status).toBe(200)
  })

  test('guesses from many addresses lock the account, but not for a device that it knows', async () => {
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

  test('strangers behind the same address keep a known device out neither', async () => {
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

  test('a known device that guesses is limited too', async () => {
    await signedIn(world, email, { deviceId: 'home-laptop' })
    const answers = []
    for (let guess = 0; guess < 12; guess++)
      answers.push(await login(world.browser({ deviceId: 'home-laptop' }), email, wrong))
    expect([statuses(answers, 422), statuses(answers, 429)]).toEqual([10, 2])
  })

  test('one address can try a hundred accounts, not more; an IPv6 household is one', async () => {
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

  test('right passwords are not counted: an office signs in from one address all morning', async () => {
    await signedIn(world, email)
    for (let round = 0; round < 12; round++) {
      expect((await login(world.browser(), email)).status).toBe(200)
    }
    expect(
      await world.database.db.selectFrom('rate_limits').select('count').where('count', '>', 1).execute(),
    ).toEqual([])
  })

  test('who is guessed at stands nowhere in the table of limits', async () => {
    await login(world.browser(), email, wrong)
    const rows = JSON.stringify(await world.database.db.selectFrom('rate_limits').selectAll().execute())
    expect(rows).toContain('"count":1')
    expect(rows).not.toContain('petr')
    expect(rows).not.toContain('203.0.113.7')
  })
})
