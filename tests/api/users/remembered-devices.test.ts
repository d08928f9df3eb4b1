import { DAY, MINUTE } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { describeOn, describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, password, signedIn } from '../support/api-world'
import { operatorOf, why } from '../support/operator'
import { beginLogin, loginWithCode, stateOf, turnOff, turnOn, typeCode } from '../support/second-step-calls'
import { endOtherSessions, logout } from '../support/user-calls'
import { waitForLock } from '../support/wait-for-lock'

const email = 'petr@mail.example'
const laptop = { deviceId: 'laptop', device: 'Firefox, Linux' }
const phone = { deviceId: 'phone', device: 'Chrome, Android' }
const remembering = { rememberDevice: true }

describeOnEachDatabase('a device that is remembered', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  /** Creates a customer with a second step whose laptop was remembered just now. */
  const customer = async () => {
    const owner = await signedIn(world, email, laptop)
    const step = await turnOn(world, owner)
    expect((await loginWithCode(owner, email, step.code(), remembering)).status).toBe(200)
    return { owner, ...step }
  }

  /** 200: the password was enough; 403: a code is needed. */
  const passwordAloneFrom = async (options: object, typed = password) =>
    (await login(world.browser(options), email, typed)).status

  test('needs the password alone, for 30 days from the code on', async () => {
    const { owner } = await customer()
    await logout(owner)
    const browser = world.browser(laptop)
    const answer = await login(browser, email)
    expect(answer).toMatchObject({ status: 200, body: { data: { email } } })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=[\w-]{43};/)
    expect((await browser.get('/api/v1/users/sessions/')).status).toBe(200)
    world.pass(30 * DAY - 1)
    expect(await passwordAloneFrom(laptop), 'until the last moment').toBe(200)
    world.pass(1)
    expect(await passwordAloneFrom(laptop), 'and each login makes it no longer').toBe(403)
  })

  test('is only the one where it was asked for, whatever the answer to the password', async () => {
    await customer()
    expect(await passwordAloneFrom(phone)).toBe(403)
    expect(await passwordAloneFrom({ device: laptop.device })).toBe(403)
    expect(await passwordAloneFrom(laptop, 'не тот')).toBe(422)
    expect(await passwordAloneFrom(laptop)).toBe(200)
  })

  test('is the one that has sent the code, not the one that has sent the password', async () => {
    const owner = await signedIn(world, email, laptop)
    const { code } = await turnOn(world, owner)
    const token = await beginLogin(world.browser(laptop), email)
    expect((await typeCode(world.browser(phone), token, code(), remembering)).status).toBe(200)
    expect(await passwordAloneFrom(laptop)).toBe(403)
    expect(await passwordAloneFrom(phone)).toBe(200)
  })

  test('is remembered for one customer, not for another one who uses it, too', async () => {
    await customer()
    const anna = await signedIn(world, 'anna@mail.example', laptop)
    await turnOn(world, anna)
    expect((await login(world.browser(laptop), 'anna@mail.example')).status).toBe(403)
  })

  test.each([{}, { rememberDevice: false }])('needs the code with %j', async (more) => {
    const owner = await signedIn(world, email, laptop)
    const { code } = await turnOn(world, owner)
    expect((await loginWithCode(owner, email, code(), more)).status).toBe(200)
    expect(await passwordAloneFrom(laptop)).toBe(403)
  })

  test('is not remembered without an id, after a wrong code, or by a value that is neither yes nor no', async () => {
    const owner = await signedIn(world, email, laptop)
    const { code, wrongCode } = await turnOn(world, owner)
    expect((await loginWithCode(world.browser(), email, code(), remembering)).status).toBe(200)
    expect(await passwordAloneFrom({})).toBe(403)
    expect((await loginWithCode(world.browser(laptop), email, wrongCode(), remembering)).status).toBe(422)
    const odd = await loginWithCode(world.browser(laptop), email, code(1), { rememberDevice: 'yes' })
    expect(odd.status).toBe(422)
    expect(await passwordAloneFrom(laptop)).toBe(403)
    expect(await stateOf(owner)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
  })

  test('may be remembered by a recovery code', async () => {
    const owner = await signedIn(world, email, laptop)
    const { recoveryCode } = await turnOn(world, owner)
    expect((await loginWithCode(owner, email, recoveryCode(0), remembering)).status).toBe(200)
    expect(await passwordAloneFrom(laptop)).toBe(200)
  })

  test('is counted for its customer while it is remembered', async () => {
    const { code } = await customer()
    world.pass(20 * DAY)
    const owner = world.browser(phone)
    await loginWithCode(owner, email, code(), remembering)
    expect(await stateOf(owner)).toEqual({
      data: { enabled: true, recoveryCodesLeft: 10, rememberedDevices: 2 },
    })
    world.pass(10 * DAY)
    expect(await stateOf(owner)).toMatchObject({ data: { rememberedDevices: 1 } })
    world.pass(20 * DAY)
    await loginWithCode(owner, email, code())
    expect(await stateOf(owner)).toEqual({ data: { enabled: true, recoveryCodesLeft: 10 } })
  })

  test('is no way round the limit of wrong passwords', async () => {
    await customer()
    for (let one = 0; one < 10; one++) expect(await passwordAloneFrom(laptop, 'не тот')).toBe(422)
    expect(await passwordAloneFrom(laptop)).toBe(429)
    world.pass(15 * MINUTE)
    expect(await passwordAloneFrom(laptop)).toBe(200)
  })

  type Step = Awaited<ReturnType<typeof customer>>

  /** Everything else that ends it: revoked-access.test.ts. */
  const endings: [string, (step: Step) => Promise<unknown>][] = [
    [
      'the second step is turned off',
      async ({ owner, code }) => {
        world.pass(MINUTE)
        expect((await turnOff(owner, code())).status).toBe(204)
      },
    ],
    ['an operator turns the second step off', () => operatorOf(world)('turn-second-step-off', email, ...why)],
    ['an older replica has turned it off', () => world.database.db.deleteFrom('second_steps').execute()],
  ]

  test.each(endings)('is forgotten when %s, and it is turned on', async (_, ending) => {
    const step = await customer()
    expect(await passwordAloneFrom(laptop)).toBe(200)
    await ending(step)
    await turnOn(world, step.owner)
    expect(await passwordAloneFrom(laptop)).toBe(403)
  })

  test('is forgotten as soon as the second step is off', async () => {
    const { owner, code } = await customer()
    const kept = () =>
      world.database.db.selectFrom('known_devices').select('code_unneeded_until as until').execute()
    expect(await kept()).toEqual([{ until: '2026-04-01T09:00:30.000Z' }])
    world.pass(MINUTE)
    expect((await turnOff(owner, code())).status).toBe(204)
    expect(await kept()).toEqual([{ until: null }])
  })

  test('stays remembered when somebody else’s sessions are ended', async () => {
    await customer()
    const anna = await signedIn(world, 'anna@mail.example', laptop)
    expect((await endOtherSessions(anna)).status).toBe(204)
    expect(await passwordAloneFrom(laptop)).toBe(200)
  })
})

describeOn('postgres', 'a login from a remembered device', () => {
  test('waits for the call that is forgetting the device, and then needs the code', async () => {
    const world = await openApiWorld('postgres')
    const owner = await signedIn(world, email, laptop)
    const { code } = await turnOn(world, owner)
    await loginWithCode(owner, email, code(), remembering)
    const { api } = await world.replica()
    const { answer } = await world.database.transaction(async (trx) => {
      await trx.updateTable('known_devices').set({ code_unneeded_until: null }).execute()
      const loggingIn = login(world.browserOf(api, laptop), email)
      await waitForLock(world.database)
      return { answer: loggingIn }
    })
    expect((await answer).status).toBe(403)
    await world.close()
  })
})
