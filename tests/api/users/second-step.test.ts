import { createLimiter } from 'api/limits/limiter'
import { defaultLimits } from 'api/limits/rules'
import { secondStepService } from 'api/users/second-step/second-step.service'
import { MINUTE } from 'format/durations'
import { URI } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { oneTimeCode } from '../../support/one-time-code'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, password, signedIn } from '../support/api-world'
import { readingOperatorOf, why } from '../support/operator'
import {
  beginLogin,
  confirm,
  loginWithCode,
  recoveryCodesIn,
  secretOf,
  setUp,
  setupOf,
  stateOf,
  turnOff,
  turnOn,
  typeCode,
} from '../support/second-step-calls'
import { replicaStarter } from '../support/start-replica'

const email = 'petr@mail.example'
const startReplica = replicaStarter()
const off = { data: { enabled: false, recoveryCodesLeft: 0 } }

describeOnEachDatabase('turning the second step on', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  test('needs the password', async () => {
    const browser = await signedIn(world, email)
    expect(await setUp(browser, 'не тот')).toMatchObject({
      status: 422,
      body: { errors: { password: ['Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'] } },
    })
    expect((await setUp(browser, '')).body).toMatchObject({ errors: { password: ['Введите пароль'] } })
    expect(await stateOf(browser)).toEqual(off)
  })

  test('shows a secret that an application understands', async () => {
    const browser = await signedIn(world, email)
    const answer = await setUp(browser)
    expect(answer.status).toBe(201)
    const secret = await secretOf(browser)
    expect(answer.body).toMatchObject({ data: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } })
    const { otpauthUrl } = await setupOf(browser)
    expect(URI.parse(otpauthUrl)).toMatchObject({
      issuer: 'Тихий берег',
      label: email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      secret: { base32: secret },
    })
  })

  test('gives the same secret for ten minutes, to a double press, too', async () => {
    const browser = await signedIn(world, email)
    const [one, other] = await Promise.all([secretOf(browser), secretOf(browser)])
    expect(other).toBe(one)
    world.pass(10 * MINUTE - 1)
    expect(await secretOf(browser)).toBe(one)
    world.pass(1)
    expect(await secretOf(browser)).not.toBe(one)
    const stranger = await signedIn(world, 'anna@mail.example')
    expect(await secretOf(stranger)).not.toBe(await secretOf(browser))
  })

  test('changes nothing until the code is confirmed, and needs it within ten minutes', async () => {
    const browser = await signedIn(world, email)
    expect((await confirm(browser, '123456')).status).toBe(422)
    const secret = await secretOf(browser)
    expect(await stateOf(browser)).toEqual(off)
    expect((await login(world.browser(), email)).status).toBe(200)
    world.pass(10 * MINUTE)
    for (const typed of [oneTimeCode(secret, world.now()), 'ёжик'])
      expect(await confirm(browser, typed)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('Время на включение вышло') },
      })
    expect(await stateOf(browser)).toEqual(off)
  })

  test('takes no code but that of now and of a half-minute before and after', async () => {
    const browser = await signedIn(world, email)
    const secret = await secretOf(browser)
    const code = (step: number) => oneTimeCode(secret, world.now(), step)
    for (const wrong of [code(-2), code(2), '12345', 'x'.repeat(100)])
      expect(await confirm(browser, wrong)).toMatchObject({
        status: 422,
        body: { errors: { code: [expect.any(String)] } },
      })
    expect(await stateOf(browser)).toEqual(off)
    expect((await confirm(browser, code(-1))).status).toBe(200)
  })

  test('shows ten recovery codes once, keeps only their hashes, and sends a letter', async () => {
    const browser = await signedIn(world, email)
    const { recoveryCodes } = await turnOn(world, browser)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[2-9a-hjkmnp-tv-z]{4}(-[2-9a-hjkmnp-tv-z]{4}){3}$/)
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
    const rows = await world.database.db.selectFrom('recovery_codes').selectAll().execute()
    for (const code of recoveryCodes) {
      expect(JSON.stringify(rows)).not.toContain(code)
      expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    }
    expect(await world.letters()).toMatchObject([{ to: email, kind: 'second-step-on' }])
  })

  test('is answered 409 when it is on', async () => {
    const browser = await signedIn(world, email)
    const { code } = await turnOn(world, browser)
    expect(await setUp(browser)).toMatchObject({
      status: 409,
      body: {
        message: 'Второй шаг уже включён. Если вы не видели запасных кодов, выключите его и включите снова.',
      },
    })
    expect((await confirm(browser, code())).status).toBe(409)
    world.pass(11 * MINUTE)
    expect((await confirm(browser, code())).status).toBe(409)
  })

  test.each([
    ['dropped', () => world.database.db.deleteFrom('second_steps').execute(), 'setup_over'],
    [
      'replaced',
      () => world.database.db.updateTable('second_steps').set({ secret: 'another' }).execute(),
      'setup_over',
    ],
    [
      'turned on',
      () =>
        world.database.db
          .updateTable('second_steps')
          .set({ turned_on_at: world.now().toISOString() })
          .execute(),
      'second_step_on',
    ],
  ])('tells what has become of a setup that is %s in the same instant', async (_, change, problem) => {
    const browser = await signedIn(world, email)
    const secret = await secretOf(browser)
    const { id } = await world.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const customer = { id, email, name: 'Пётр', phone: null, emailVerified: true }
    const limiter = createLimiter(world.database, defaultLimits)
    const { confirm: confirmDirectly } = secondStepService({
      config: world.config,
      database: world.database,
      // The code is counted after the setup was read, and before it is turned on.
      limiter: { ...limiter, admit: async () => void (await change()) },
      wakeJobs() {},
    })
    const code = oneTimeCode(secret, world.now())
    await expect(confirmDirectly({ customer, code, now: world.now() })).rejects.toMatchObject({
      problem: { code: problem },
    })
  })

  test('of twenty confirmations at once, in two processes, one takes effect', async () => {
    const browser = await signedIn(world, email)
    const code = oneTimeCode(await secretOf(browser), world.now())
    const replica = await startReplica(world)
    const elsewhere = world.browserOf(replica)
    elsewhere.setSession(browser.session())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => confirm(index % 2 === 0 ? browser : elsewhere, code)),
    )
    await replica.stop()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409 && status !== 429)).toEqual([])
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
    const shown = answers.filter(({ status }) => status === 200).flatMap(recoveryCodesIn)
    const answer = await loginWithCode(world.browser(), email, shown[9] ?? '')
    expect(answer.status).toBe(200)
  })

  test('limits guesses of the code and of the password', async () => {
    const browser = await signedIn(world, email)
    await secretOf(browser)
    const codes = []
    for (let guess = 0; guess < 11; guess++) codes.push(await confirm(browser, `nope${guess}`))
    expect(codes.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect(codes.at(-1)?.headers.get('retry-after')).toBe('900')
    const other = await signedIn(world, 'anna@mail.example')
    await secretOf(other)
    expect((await confirm(other, 'nope')).status, 'another customer').toBe(422)
    const passwords = []
    for (let guess = 0; guess < 11; guess++) passwords.push(await setUp(browser, 'не тот'))
    expect(passwords.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    world.pass(15 * MINUTE)
    expect((await setUp(browser)).status).toBe(201)
  })
})

describeOnEachDatabase('turning the second step off', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  test('needs the password and a code of the application', async () => {
    const browser = await signedIn(world, email)
    const { code, wrongCode } = await turnOn(world, browser)
    expect((await turnOff(browser, code(), 'не тот')).body).toMatchObject({
      errors: { password: ['Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'] },
    })
    expect((await turnOff(browser, wrongCode())).body).toMatchObject({
      errors: { code: [expect.any(String)] },
    })
    expect((await turnOff(browser, code(-1))).status, 'the code that turned it on').toBe(422)
    await world.letters()
    expect(await turnOff(browser, code())).toMatchObject({ status: 204, text: '' })
    expect(await stateOf(browser)).toEqual(off)
    expect((await login(world.browser(), email)).status).toBe(200)
    expect(await world.letters()).toMatchObject([{ to: email, kind: 'second-step-off' }])
    expect((await turnOff(browser, code())).body).toEqual({ message: 'Второй шаг уже выключен.' })
  })

  test('takes a recovery code instead, and voids the others', async () => {
    const browser = await signedIn(world, email)
    const first = await turnOn(world, browser)
    expect((await turnOff(browser, first.recoveryCode(0))).status).toBe(204)
    const second = await turnOn(world, browser)
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
    for (const old of [first.recoveryCode(0), first.recoveryCode(1)]) {
      expect(await turnOff(browser, old)).toMatchObject({
        status: 422,
        body: { errors: { code: [expect.stringContaining('Запасной код не подошёл')] } },
      })
    }
    expect((await turnOff(browser, second.recoveryCode(1))).status).toBe(204)
  })

  test('limits guesses of the code', async () => {
    const browser = await signedIn(world, email)
    const { wrongCode, code } = await turnOn(world, browser)
    const answers = []
    for (let guess = 0; guess < 11; guess++) answers.push(await turnOff(browser, wrongCode()))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429])
    expect((await turnOff(browser, code())).status).toBe(429)
    world.pass(15 * MINUTE)
    expect((await turnOff(browser, code())).status).toBe(204)
  })
})

describeOnEachDatabase('an operator', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const turnOffByCommand = (...options: string[]) =>
    readingOperatorOf(world)('turn-second-step-off', ...options, ...why)

  test('turns the second step off for a customer who has lost telephone and codes', async () => {
    const browser = await signedIn(world, email)
    const other = world.browser()
    const { code } = await turnOn(world, browser)
    const token = await beginLogin(other, email)
    await world.letters()
    expect(await turnOffByCommand(email.toUpperCase())).toContain('is off')
    expect(await stateOf(browser)).toEqual(off)
    expect((await typeCode(other, token, code())).status).toBe(410)
    expect((await login(other, email)).status).toBe(200)
    expect(await world.letters()).toMatchObject([{ to: email, kind: 'second-step-off' }])
  })
})

describeOnEachDatabase('the secret of a second step', (kind) => {
  const key = 'a key of more than thirty-two characters'.replaceAll(' ', '-')
  const newKey = `new-${key}`
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const stored = () => world.database.db.selectFrom('second_steps').selectAll().execute()

  /** A browser of the same session, at an API with these keys. */
  const at = async (keys: string, session?: string) => {
    const { api } = await world.replica({ SECOND_STEP_KEY: keys })
    const browser = world.browserOf(api)
    browser.setSession(session)
    return browser
  }

  test('is sealed by the key, which can be changed', async () => {
    const session = (await signedIn(world, email)).session()
    const old = await at(key, session)
    const secret = await secretOf(old)
    expect(JSON.stringify(await stored())).not.toContain(secret)
    const { code } = await turnOn(world, old)
    expect((await loginWithCode(await at(`${newKey},${key}`), email, code())).status).toBe(200)
  })

  test('that no key opens lets recovery codes in, and says so in the log', async () => {
    const session = (await signedIn(world, email)).session()
    const { code, recoveryCode } = await turnOn(world, await at(key, session))
    const lost = await at(newKey)
    expect((await loginWithCode(lost, email, code())).status).toBe(500)
    expect(JSON.stringify(world.logged)).toContain('SECOND_STEP_KEY')
    expect((await loginWithCode(lost, email, recoveryCode(3))).status).toBe(200)
  })

  test('that was stored without a key is opened after one is set', async () => {
    const browser = await signedIn(world, email)
    const { code } = await turnOn(world, browser)
    expect((await loginWithCode(await at(key), email, code())).status).toBe(200)
  })

  test('of another customer is not taken for one’s own', async () => {
    const session = (await signedIn(world, email)).session()
    const own = await at(key, session)
    const { code } = await turnOn(world, own)
    const thief = await at(key, (await signedIn(world, 'anna@mail.example')).session())
    const thiefs = await turnOn(world, thief)
    const [one, other] = await stored()
    for (const [row, secret] of [
      [one, other?.secret],
      [other, one?.secret],
    ] as const) {
      if (!row || secret === undefined) throw new Error('Two are stored')
      await world.database.db
        .updateTable('second_steps')
        .set({ secret })
        .where('user_id', '=', row.user_id)
        .execute()
    }
    expect((await loginWithCode(await at(key), email, thiefs.code())).status).toBe(500)
    expect((await loginWithCode(await at(key), email, code())).status).toBe(500)
    expect(JSON.stringify(world.logged)).not.toContain(password)
  })
})
