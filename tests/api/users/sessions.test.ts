import { DAY, MINUTE } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, currentUser, login, openApiWorld, signedIn } from '../support/api-world'
import { changePassword, endOtherSessions, endSession, isSignedIn, sessionsOf } from '../support/user-calls'

const email = 'petr@mail.example'

const noSuchSession = {
  status: 404,
  body: { message: 'Такого сеанса нет: возможно, он уже завершён.' },
}

/** The id of the session that a browser has. */
const ownId = async (browser: Browser) => (await sessionsOf(browser)).find(({ current }) => current)?.id ?? ''

describeOnEachDatabase('sessions', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  /** Signed in once more, a minute later. */
  const alsoSignedIn = async (device: string) => {
    world.pass(MINUTE)
    const browser = world.browser({ device, deviceId: `id of ${device}` })
    await login(browser, email)
    return browser
  }

  test('are listed newest first, with device, times and which one asks', async () => {
    const laptop = await signedIn(world, email, { device: 'Firefox, Linux', deviceId: 'laptop' })
    const phone = await alsoSignedIn('Chrome, Android')
    expect(await sessionsOf(laptop)).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome, Android',
        createdAt: '2026-03-02T09:01:00.000Z',
        lastSeenAt: '2026-03-02T09:01:00.000Z',
        current: false,
      },
      {
        id: expect.any(String),
        device: 'Firefox, Linux',
        createdAt: '2026-03-02T09:00:00.000Z',
        lastSeenAt: '2026-03-02T09:01:00.000Z',
        current: true,
      },
    ])
    expect((await sessionsOf(phone)).map(({ current }) => current)).toEqual([true, false])
  })

  test('of a browser that is not named have no device', async () => {
    expect(await sessionsOf(await signedIn(world, email))).toMatchObject([{ device: null }])
  })

  test('have ids that open nothing', async () => {
    const browser = await signedIn(world, email)
    const [session] = await sessionsOf(browser)
    const thief = world.browser()
    thief.setSession(session?.id)
    expect((await currentUser(thief)).body).toEqual({ data: null })
    const [row] = await world.database.db.selectFrom('sessions').select('token_hash').execute()
    expect([browser.session(), row?.token_hash]).not.toContain(session?.id)
  })

  test('are touched at most once a minute', async () => {
    const browser = await signedIn(world, email)
    const seenAt = async () => (await sessionsOf(browser))[0]?.lastSeenAt
    expect(await seenAt()).toBe('2026-03-02T09:00:00.000Z')
    world.pass(MINUTE - 1)
    expect(await seenAt()).toBe('2026-03-02T09:00:00.000Z')
    world.pass(1)
    expect(await seenAt()).toBe('2026-03-02T09:01:00.000Z')
    world.pass(MINUTE - 1)
    expect(await seenAt()).toBe('2026-03-02T09:01:00.000Z')
  })

  test('are not listed after their end', async () => {
    const browser = await signedIn(world, email)
    await alsoSignedIn('Chrome, Android')
    world.pass(20 * DAY)
    expect(await sessionsOf(browser)).toHaveLength(2)
    world.pass(20 * DAY)
    expect(await sessionsOf(browser)).toMatchObject([{ current: true }])
  })

  test('one of the others ends at once', async () => {
    const laptop = await signedIn(world, email)
    const phone = await alsoSignedIn('Chrome, Android')
    const id = await ownId(phone)
    expect(await endSession(laptop, id)).toMatchObject({ status: 204, text: '' })
    expect(await isSignedIn(phone)).toBe(false)
    expect(await sessionsOf(laptop)).toMatchObject([{ current: true }])
    expect(await endSession(laptop, id)).toMatchObject(noSuchSession)
  })

  test('the one that asks does not', async () => {
    const laptop = await signedIn(world, email)
    expect(await endSession(laptop, await ownId(laptop))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('«Выйти»') },
    })
    expect(await isSignedIn(laptop)).toBe(true)
  })

  test('of somebody else are not found, and go on', async () => {
    const laptop = await signedIn(world, email)
    const stranger = await signedIn(world, 'anna@mail.example')
    expect(await endSession(stranger, await ownId(laptop))).toMatchObject(noSuchSession)
    for (const id of ['nothing', '..%2f..', 'я'])
      expect(await endSession(stranger, id), id).toMatchObject(noSuchSession)
    await endOtherSessions(stranger)
    expect(await isSignedIn(laptop)).toBe(true)
    expect(await sessionsOf(laptop)).toHaveLength(1)
  })

  test('all others end together', async () => {
    const laptop = await signedIn(world, email)
    const others = [await alsoSignedIn('Chrome, Android'), await alsoSignedIn('Safari, iOS')]
    expect(await endOtherSessions(laptop)).toMatchObject({ status: 204, text: '' })
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await sessionsOf(laptop)).toMatchObject([{ current: true }])
    expect((await endOtherSessions(laptop)).status).toBe(204)
  })

  test('keep the name of the device when the password is changed', async () => {
    const browser = await signedIn(world, email, { device: 'Firefox, Linux' })
    const unnamed = world.browser()
    unnamed.setSession(browser.session())
    expect((await changePassword(unnamed)).status).toBe(204)
    expect(await sessionsOf(unnamed)).toMatchObject([{ device: 'Firefox, Linux', current: true }])
  })
})
