import { DAY, MINUTE } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, currentUser, login, openApiWorld, password, signedIn } from '../support/api-world'

const email = 'petr@mail.example'

const answer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      device: z.string().nullable(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      current: z.boolean(),
    }),
  ),
})
const sessionsOf = async (browser: Browser) =>
  answer.parse((await browser.get('/api/v1/users/sessions/')).body).data

const end = (browser: Browser, id: string) => browser.delete(`/api/v1/users/sessions/${id}`)

const noSuchSession = {
  status: 404,
  body: { message: 'Такого сеанса нет: возможно, он уже завершён.' },
}

/** The id of the session that a browser has. */
const ownId = async (browser: Browser) => (await sessionsOf(browser)).find(({ current }) => current)?.id ?? ''

const isSignedIn = async (browser: Browser) => (await browser.get('/api/v1/users/sessions/')).status === 200

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
    expect(await end(laptop, id)).toMatchObject({ status: 204, text: '' })
    expect(await isSignedIn(phone)).toBe(false)
    expect(await sessionsOf(laptop)).toMatchObject([{ current: true }])
    expect(await end(laptop, id)).toMatchObject(noSuchSession)
  })

  test('the one that asks does not', async () => {
    const laptop = await signedIn(world, email)
    expect(await end(laptop, await ownId(laptop))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('«Выйти»') },
    })
    expect(await isSignedIn(laptop)).toBe(true)
  })

  test('of somebody else are not found, and go on', async () => {
    const laptop = await signedIn(world, email)
    const stranger = await signedIn(world, 'anna@mail.example')
    expect(await end(stranger, await ownId(laptop))).toMatchObject(noSuchSession)
    for (const id of ['nothing', '..%2f..', 'я'])
      expect(await end(stranger, id), id).toMatchObject(noSuchSession)
    await stranger.post('/api/v1/users/end-other-sessions/')
    expect(await isSignedIn(laptop)).toBe(true)
    expect(await sessionsOf(laptop)).toHaveLength(1)
  })

  test('all others end together', async () => {
    const laptop = await signedIn(world, email)
    const others = [await alsoSignedIn('Chrome, Android'), await alsoSignedIn('Safari, iOS')]
    expect(await laptop.post('/api/v1/users/end-other-sessions/')).toMatchObject({ status: 204, text: '' })
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await sessionsOf(laptop)).toMatchObject([{ current: true }])
    expect((await laptop.post('/api/v1/users/end-other-sessions/')).status).toBe(204)
  })

  test('keep the name of the device when the password is changed', async () => {
    const browser = await signedIn(world, email, { device: 'Firefox, Linux' })
    const unnamed = world.browser()
    unnamed.setSession(browser.session())
    const typed = { password_old: password, password: 'тихий омут', password_confirmation: 'тихий омут' }
    expect((await unnamed.post('/api/v1/users/change-profile-password/', typed)).status).toBe(204)
    expect(await sessionsOf(unnamed)).toMatchObject([{ device: 'Firefox, Linux', current: true }])
  })

  test('are refused to a guest', async () => {
    const guest = world.browser()
    expect((await guest.get('/api/v1/users/sessions/')).status).toBe(401)
    expect((await end(guest, 'nothing')).status).toBe(401)
    expect((await guest.post('/api/v1/users/end-other-sessions/')).status).toBe(401)
  })
})
