import { forgetExpiredStep } from 'api/forget-expired.step'
import { recoveryCodeHash } from 'api/users/second-step/codes'
import { MINUTE } from 'format/durations'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Answer, type Browser, login, openApiWorld, signedIn } from '../support/api-world'
import {
  beginLogin,
  loginWithCode,
  secretOf,
  stateOf,
  tokenIn,
  turnOn,
  typeCode,
} from '../support/second-step-calls'
import { type Replica, replicaStarter } from '../support/start-replica'
import {
  changePassword,
  forgetPassword,
  isSignedIn,
  linkOf,
  newPassword,
  setPasswordByLink,
} from '../support/user-calls'

const email = 'petr@mail.example'
const startReplica = replicaStarter()
const home = { deviceId: 'laptop', device: 'Firefox, Linux' }

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort()

describeOnEachDatabase('a login with a second step', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let replica: Replica
  beforeAll(async () => {
    replica = await startReplica(world)
  })
  afterAll(() => replica.stop())
  beforeEach(() => world.empty())

  /** A customer whose second step is on, signed in at home. */
  const customer = async () => {
    const owner = await signedIn(world, email, home)
    return { owner, ...(await turnOn(world, owner)) }
  }

  test('answers the right password with a token, and signs nobody in yet', async () => {
    await customer()
    const browser = world.browser()
    const answer = await login(browser, email)
    expect(answer).toMatchObject({
      status: 403,
      body: {
        code: 'second_step',
        message: expect.stringContaining('код'),
        secondStep: { token: expect.stringMatching(/^[\w-]{43}$/) },
      },
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await isSignedIn(browser)).toBe(false)
    const rows = await world.database.db.selectFrom('second_step_logins').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(tokenIn(answer))
  })

  test('is finished by the code of the application', async () => {
    const { code, owner } = await customer()
    const browser = world.browser({ deviceId: 'phone', device: 'Chrome, Android' })
    const answer = await loginWithCode(browser, email, code())
    expect(answer).toMatchObject({ status: 200, body: { data: { email, name: 'Пётр Снегирёв' } } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly/)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await owner.get('/api/v1/users/sessions/')).body).toMatchObject({
      data: [{ device: 'Chrome, Android' }, { device: 'Firefox, Linux', current: true }],
    })
  })

  test('ends the browser’s previous session', async () => {
    const { code, owner } = await customer()
    const previous = owner.session()
    await loginWithCode(owner, email, code())
    const copy = world.browser()
    copy.setSession(previous)
    expect(await isSignedIn(copy)).toBe(false)
  })

  test.each([-1, 0, 1])('takes a code %i half-minutes away, typed with a space', async (step) => {
    const { code } = await customer()
    world.pass(MINUTE)
    const typed = code(step).replace(/^.../, '$& ')
    expect((await loginWithCode(world.browser(), email, typed)).status).toBe(200)
  })

  test.each([-2, 2])('refuses a code %i half-minutes away', async (step) => {
    const { code } = await customer()
    world.pass(2 * MINUTE)
    expect(await loginWithCode(world.browser(), email, code(step))).toMatchObject({
      status: 422,
      body: { errors: { code: [expect.stringContaining('Код не подошёл')] } },
    })
  })

  test('takes a code once, and none from before it', async () => {
    const { code } = await customer()
    expect((await loginWithCode(world.browser(), email, code(-1))).status, 'it turned the step on').toBe(422)
    world.pass(MINUTE)
    expect((await loginWithCode(world.browser(), email, code())).status).toBe(200)
    for (const used of [code(), code(-1)]) {
      expect((await loginWithCode(world.browser(), email, used)).status).toBe(422)
    }
    expect((await loginWithCode(world.browser(), email, code(1))).status).toBe(200)
  })

  test('takes a token once', async () => {
    const { code, recoveryCode } = await customer()
    const browser = world.browser()
    const token = await beginLogin(browser, email)
    expect((await typeCode(browser, token, code())).status).toBe(200)
    expect((await typeCode(world.browser(), token, recoveryCode(0))).status).toBe(410)
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
  })

  test('takes each recovery code once, however it is typed', async () => {
    const { recoveryCode } = await customer()
    const browser = world.browser()
    expect((await loginWithCode(browser, email, recoveryCode(0))).status).toBe(200)
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 9 } })
    expect((await loginWithCode(world.browser(), email, recoveryCode(0))).status).toBe(422)
    const typed = recoveryCode(1).toUpperCase().replaceAll('-', ' ')
    expect((await loginWithCode(browser, email, typed)).status).toBe(200)
    expect(await stateOf(browser)).toEqual({ data: { enabled: true, recoveryCodesLeft: 8 } })
  })

  test.each(['234567-abcd-efgh-jkmn', 'abcd-efgh-jk-234567'])(
    'takes the recovery code %s, which has six digits in a row',
    async (recoveryCode) => {
      await customer()
      const { db } = world.database
      const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
      await db
        .updateTable('recovery_codes')
        .set({ code_hash: recoveryCodeHash(id, recoveryCode) })
        .where('code_hash', '=', (codes) =>
          codes.selectFrom('recovery_codes').select((of) => of.fn.min('code_hash').as('first')),
        )
        .execute()
      expect((await loginWithCode(world.browser(), email, recoveryCode)).status).toBe(200)
    },
  )

  test('says what to do about a wrong code of either kind', async () => {
    const { wrongCode } = await customer()
    const words = async (typed: string) => (await loginWithCode(world.browser(), email, typed)).body
    expect(await words(wrongCode())).toMatchObject({
      errors: {
        code: ['Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.'],
      },
    })
    expect(await words('k7fp-q2mz-9xw4-h3tb')).toMatchObject({
      errors: { code: [expect.stringContaining('Запасной код не подошёл. Сверьте его с распечаткой')] },
    })
  })

  test('takes no recovery code of another customer', async () => {
    await customer()
    const anna = await turnOn(world, await signedIn(world, 'anna@mail.example'))
    expect((await loginWithCode(world.browser(), email, anna.recoveryCode(0))).status).toBe(422)
    expect((await loginWithCode(world.browser(), email, anna.code())).status).toBe(422)
  })

  test.each(['recovery', 'application'])(
    'of twenty uses of one %s code at once one succeeds',
    async (which) => {
      const { code, recoveryCode } = await customer()
      const browsers: Browser[] = []
      for (let one = 0; one < 20; one++) {
        browsers.push(one % 2 === 0 ? world.browser() : world.browserOf(replica))
      }
      const tokens: string[] = []
      for (const browser of browsers) tokens.push(await beginLogin(browser, email))
      const typed = which === 'recovery' ? recoveryCode(0) : code()
      const answers = await Promise.all(
        browsers.map((browser, place) => typeCode(browser, tokens[place] ?? '', typed)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status !== 200 && status !== 422 && status !== 429)).toEqual([])
      expect(browsers.filter((browser) => browser.session() !== undefined)).toHaveLength(1)
    },
  )

  test('of twenty uses of one token at once one succeeds', async () => {
    const { recoveryCodes } = await customer()
    const token = await beginLogin(world.browser(), email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, one) => typeCode(world.browser(), token, recoveryCodes[one % 10] ?? '')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 422 && status !== 410)).toEqual([])
  })

  test('is over after ten minutes', async () => {
    const { code, owner } = await customer()
    const token = await beginLogin(owner, email)
    const other = await beginLogin(owner, email)
    world.pass(10 * MINUTE - 1)
    expect((await typeCode(world.browser(), token, code())).status).toBe(200)
    world.pass(1)
    expect(await typeCode(world.browser(), other, code(1))).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Войдите заново') },
    })
    expect((await typeCode(world.browser(), 'no such token', code(1))).status).toBe(410)
  })

  test('is over with the fifth wrong code', async () => {
    const { code, wrongCode } = await customer()
    const browser = world.browser(home)
    const token = await beginLogin(browser, email)
    const answers = []
    for (let guess = 0; guess < 5; guess++) answers.push(await typeCode(browser, token, wrongCode()))
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 410])
    expect((await typeCode(browser, token, code())).status).toBe(410)
    expect((await loginWithCode(browser, email, code())).status).toBe(200)
  })

  test('checks five of twenty codes that come at once', async () => {
    const { wrongCode, code } = await customer()
    const token = await beginLogin(world.browser(), email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => typeCode(world.browser(), token, wrongCode())),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 200)).toEqual([])
    const tries = await world.database.db.selectFrom('second_step_logins').select('tries').execute()
    expect(tries).toEqual([{ tries: 5 }])
    expect((await typeCode(world.browser(home), token, code())).status).toBe(410)
  })

  test('limits wrong codes of a customer, over all tokens', async () => {
    const { wrongCode, code } = await customer()
    const guess = async () => typeCode(thief, await beginLogin(thief, email), wrongCode())
    const thief = world.browser({ address: '198.51.100.1', deviceId: 'thief' })
    const answers: Answer[] = []
    for (let one = 0; one < 12; one++) answers.push(await guess())
    expect(statusesOf(answers)).toEqual([...Array(10).fill(422), 429, 429])
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('3600')
    expect(answers.at(-1)?.body).toMatchObject({ message: expect.stringContaining('запасной код') })
    expect((await loginWithCode(thief, email, code())).status).toBe(429)
    world.pass(60 * MINUTE)
    expect((await loginWithCode(thief, email, code())).status).toBe(200)
  })

  test('limits wrong codes that look like recovery codes, too', async () => {
    const { recoveryCode } = await customer()
    const answers: Answer[] = []
    for (let one = 0; one < 12; one++)
      answers.push(await loginWithCode(world.browser(), email, `k7fp-q2mz-9xw4-${one}`))
    expect(statusesOf(answers)).toEqual([...Array(10).fill(422), 429, 429])
    expect((await loginWithCode(world.browser(), email, recoveryCode(0))).status).toBe(200)
  })

  test('limits the wrong codes of each customer alone', async () => {
    const { wrongCode } = await customer()
    const anna = await turnOn(world, await signedIn(world, 'anna@mail.example', home))
    for (const device of [{ deviceId: 'thief' }, home]) {
      const browser = world.browser(device)
      const guess = async () => (await loginWithCode(browser, email, wrongCode())).status
      for (let one = 0; one < 10; one++) expect(await guess()).toBe(422)
      expect(await guess()).toBe(429)
      expect((await loginWithCode(browser, 'anna@mail.example', anna.wrongCode())).status).toBe(422)
      expect((await loginWithCode(browser, 'anna@mail.example', anna.code())).status).toBe(200)
      world.pass(30_000)
    }
  })

  test('does not lock the owner out by guesses of others', async () => {
    const { wrongCode, code, recoveryCode } = await customer()
    for (let one = 0; one < 12; one++) {
      const thief = world.browser({ address: `198.51.100.${one}`, deviceId: `thief ${one}` })
      await typeCode(thief, await beginLogin(thief, email), wrongCode())
    }
    expect((await loginWithCode(world.browser(), email, code())).status).toBe(429)
    expect((await loginWithCode(world.browser(home), email, code())).status).toBe(200)
    const anywhere = world.browser({ address: '203.0.113.50', deviceId: 'borrowed' })
    expect((await loginWithCode(anywhere, email, recoveryCode(0))).status).toBe(200)
  })

  test('does not count right codes', async () => {
    const { code } = await customer()
    for (let one = 0; one < 12; one++) {
      expect((await loginWithCode(world.browser(), email, code())).status).toBe(200)
      world.pass(30_000)
    }
  })

  test('resets no limit of wrong passwords until it is finished', async () => {
    const { code } = await customer()
    const wrong = () => login(world.browser(), email, 'не тот')
    for (let one = 0; one < 9; one++) expect((await wrong()).status).toBe(422)
    await beginLogin(world.browser(), email)
    expect((await wrong()).status).toBe(422)
    expect((await wrong()).status).toBe(429)
    expect((await login(world.browser(), email)).status, 'the right password is locked, too').toBe(429)
    world.pass(15 * MINUTE)
    for (let one = 0; one < 9; one++) expect((await wrong()).status).toBe(422)
    expect((await loginWithCode(world.browser(), email, code())).status).toBe(200)
    expect((await wrong()).status).toBe(422)
    expect((await wrong()).status).toBe(422)
  })

  test('is asked for after the password was forgotten, too', async () => {
    const { code, owner } = await customer()
    const waiting = await beginLogin(world.browser(), email)
    await forgetPassword(owner, email)
    const browser = world.browser()
    expect((await setPasswordByLink(browser, await linkOf(world, 'password-reset'))).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await typeCode(browser, waiting, code())).status, 'a login by the old password').toBe(410)
    expect((await login(browser, email, newPassword)).body).toMatchObject({ code: 'second_step' })
    const token = await beginLogin(browser, email, newPassword)
    expect((await typeCode(browser, token, code())).status).toBe(200)
  })

  test('stays on when the password is changed', async () => {
    const { code, owner } = await customer()
    const waiting = await beginLogin(world.browser(), email)
    expect((await changePassword(owner)).status).toBe(204)
    expect((await typeCode(world.browser(), waiting, code())).status).toBe(410)
    expect(await stateOf(owner)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
    expect((await login(world.browser(), email, newPassword)).status).toBe(403)
  })

  test('and a setup that nobody has finished are forgotten', async () => {
    const { owner } = await customer()
    const anna = await signedIn(world, 'anna@mail.example')
    await secretOf(anna)
    await beginLogin(owner, email)
    const { db } = world.database
    const kept = async () => [
      (await db.selectFrom('second_step_logins').select('user_id').execute()).length,
      (await db.selectFrom('second_steps').select('user_id').execute()).length,
    ]
    const step = forgetExpiredStep({ db, clock: world.now })
    await step.run(() => {})
    expect(await kept()).toEqual([1, 2])
    world.pass(60 * MINUTE)
    await step.run(() => {})
    expect(await kept()).toEqual([0, 1])
    expect(await stateOf(owner)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
  })
})
