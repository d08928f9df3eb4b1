import { randomUUID } from 'node:crypto'
import { registeredProof } from 'api/accounts/proof'
import { forgetExpiredStep } from 'api/forget-expired.step'
import { HOUR } from 'format/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, openApiWorld, registration, signedIn } from '../support/api-world'
import { addToRegister } from '../support/billing-register'
import { type Replica, replicaStarter } from '../support/start-replica'

const CODE = '61830457'

describeOnEachDatabase('a form that is sent twice with one key', (kind) => {
  const startReplica = replicaStarter()
  const world = openForTests(() => openApiWorld(kind))
  let replica: Replica

  beforeAll(async () => {
    replica = await startReplica(world, { clockOffsetMs: 700 })
  })
  beforeEach(() => world.empty())
  afterAll(async () => {
    await replica.stop()
  })

  const guestForms: readonly (readonly [string, string, object, object])[] = [
    [
      'registration',
      '/api/v1/users/registration/',
      registration('a@mail.example'),
      registration('b@mail.example'),
    ],
    [
      'a letter to verify',
      '/api/v1/users/verify-email-request/',
      { email: 'a@mail.example' },
      { email: 'b@mail.example' },
    ],
    [
      'a forgotten password',
      '/api/v1/users/forgot-password/',
      { email: 'a@mail.example' },
      { email: 'b@mail.example' },
    ],
  ]
  const requests = async () =>
    (await world.database.db.selectFrom('mail_requests').select('email').execute()).length

  describe.each(guestForms)('(%s)', (_, path, body, other) => {
    test('has one effect and the same answer', async () => {
      const key = randomUUID()
      for (let press = 0; press < 3; press += 1)
        expect((await world.browser().post(path, body, key)).status).toBe(204)
      expect(await requests()).toBe(1)
    })

    test('has one effect for concurrent requests to two replicas', async () => {
      const key = randomUUID()
      const browsers = [0, 1, 2, 3].map((at) => (at % 2 ? world.browserOf(replica) : world.browser()))
      const answers = await Promise.all(browsers.map((browser) => browser.post(path, body, key)))
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
      expect(await requests()).toBe(1)
    })

    test('is rejected with other data, and does nothing', async () => {
      const key = randomUUID()
      await world.browser().post(path, body, key)
      expect(await world.browser().post(path, other, key)).toMatchObject({
        status: 422,
        body: { code: 'idempotency_mismatch' },
      })
      expect(await requests()).toBe(1)
    })

    test('has an effect each time with another key, or without one', async () => {
      for (const key of [randomUUID(), randomUUID(), undefined])
        expect((await world.browser().post(path, body, key)).status).toBe(204)
      expect(await requests()).toBe(3)
    })
  })

  test('is rejected with an invalid key', async () => {
    const body = { email: 'a@mail.example' }
    expect((await world.browser().post('/api/v1/users/forgot-password/', body, 'two words')).status).toBe(422)
  })

  test('has not used its key up when it was rejected', async () => {
    const key = randomUUID()
    const path = '/api/v1/users/forgot-password/'
    expect((await world.browser().post(path, { email: 'no address' }, key)).status).toBe(422)
    expect((await world.browser().post(path, { email: 'a@mail.example' }, key)).status).toBe(204)
  })

  test('stores neither its key nor its data in plain text', async () => {
    const key = randomUUID()
    await world.browser().post('/api/v1/users/registration/', registration('a@mail.example'), key)
    const rows = await world.database.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(rows)).not.toContain('mail.example')
  })

  test('is forgotten after a day', async () => {
    const rows = async () =>
      (await world.database.db.selectFrom('idempotency_keys').select('id').execute()).length
    const step = forgetExpiredStep({ db: world.database.db, clock: world.now })
    await world.database.db.deleteFrom('idempotency_keys').execute()
    await world.browser().post('/api/v1/users/forgot-password/', { email: 'a@mail.example' }, randomUUID())
    world.pass(23 * HOUR)
    await step.run(() => {})
    expect(await rows()).toBe(1)
    world.pass(2 * HOUR)
    await step.run(() => {})
    expect(await rows()).toBe(0)
  })

  describe('(an account)', () => {
    const path = '/api/v1/personal/add-account/'
    const newAccount = async () => {
      const { db } = world.database
      const account = await addToRegister(db)
      await db
        .updateTable('register_accounts')
        .set(registeredProof(account, { kind: 'access_code', answer: CODE }))
        .where('account', '=', account)
        .execute()
      return account
    }
    const accounts = async (browser: Browser) => (await browser.get('/api/v1/personal/')).body

    test('is added once, and each request gets the same answer', async () => {
      const browser = await signedIn(world, 'petr@mail.example')
      const account = await newAccount()
      const key = randomUUID()
      expect((await browser.post(path, { account }, key)).body).toMatchObject({ code: 'proof_required' })
      const body = { account, proof: CODE }
      const second = world.browserOf(replica)
      second.setSession(browser.session())
      const answers = await Promise.all([browser.post(path, body, key), second.post(path, body, key)])
      answers.push(await browser.post(path, body, key))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(await accounts(browser)).toMatchObject({ data: [{ account }] })
      expect((await browser.post(path, body, randomUUID())).status).toBe(409)
    })

    test('of one customer does not affect another with the same key', async () => {
      const [one, other] = [await signedIn(world, 'a@mail.example'), await signedIn(world, 'b@mail.example')]
      const account = await newAccount()
      const [key, body] = [randomUUID(), { account, proof: CODE }]
      expect((await one.post(path, body, key)).status).toBe(201)
      expect((await other.post(path, body, key)).status).toBe(201)
      expect(await accounts(other)).toMatchObject({ data: [{ account }] })
    })

    test('(a new address) is requested once', async () => {
      const browser = await signedIn(world, 'petr@mail.example')
      const [key, body] = [randomUUID(), { email: 'new@mail.example' }]
      for (let press = 0; press < 2; press += 1)
        expect((await browser.post('/api/v1/users/change-email-request/', body, key)).status).toBe(204)
      expect((await world.letters()).filter(({ to }) => to === 'new@mail.example')).toHaveLength(1)
    })
  })
})
