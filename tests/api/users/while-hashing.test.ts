import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashPassword, passwordHashQueue } from 'api/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, password, register, signedIn } from '../support/api-world'
import { keepHashingBusy } from '../support/busy-hashing'
import {
  changePassword,
  endOtherSessions,
  forgetPassword,
  isSignedIn,
  linkOf,
  newPassword,
  setPasswordByLink,
} from '../support/user-calls'

// Hashes as expensive as in production: the tests need the time that they take.
vi.unmock('@node-rs/argon2')

const email = 'petr@mail.example'

describeOnEachDatabase('while a password is hashed', (kind) => {
  const limits = { registrationPerAddress: { max: 5, minutes: 60 } }
  const world = openForTests(() => openApiWorld(kind, { limits }))
  beforeEach(() => world.empty())

  const resetLink = async (address = email) => {
    await forgetPassword(world.browser(), address)
    return linkOf(world, 'password-reset')
  }

  test('it is stored as a hash of the cost that is recommended', async () => {
    await register(world.browser(), email)
    const users = await world.database.db.selectFrom('users').selectAll().execute()
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(users)).not.toContain(password)
  })

  test.each([
    ['a new password', async () => ({ password_hash: await hashPassword('другой пароль') }), 'Неверный'],
    ['a deletion', async () => ({ erase_at: '2026-04-02T09:00:00.000Z' }), 'удал'],
  ])('a login is let in by %s no more', async (_, changeOf, words) => {
    await signedIn(world, email)
    const change = await changeOf()
    // The login waits for its turn behind these.
    let isOver = false
    const others = Array.from({ length: 12 }, async () => {
      while (!isOver) await hashPassword('сорок кошек').catch(() => nextTurn())
    })
    const before = passwordHashQueue().waiting
    const signingIn = login(world.browser(), email)
    await vi.waitFor(() => expect(passwordHashQueue().waiting).toBeGreaterThan(before))
    await world.database.db.updateTable('users').set(change).execute()
    isOver = true
    await Promise.all(others)
    expect(await signingIn).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(words) },
    })
  })

  test('logins with the old password get no session that outlives a reset', async () => {
    await signedIn(world, email)
    const link = await resetLink()
    const browsers = Array.from({ length: 12 }, () => world.browser())
    const logins = browsers.map((browser) => login(browser, email))
    const [answer] = await Promise.all([setPasswordByLink(world.browser(), link), ...logins])
    expect(answer.status).toBe(204)
    for (const browser of browsers) expect(await isSignedIn(browser)).toBe(false)
  })

  test('a change in the profile never replaces a password that was set by a mailed link', async () => {
    const race = async (round: number) => {
      const address = `petr-${round}@mail.example`
      const stranger = await signedIn(world, address)
      const link = await resetLink(address)
      const [theirs, owners] = await Promise.all([
        changePassword(stranger, password, 'семь чужих ключей'),
        setPasswordByLink(world.browser(), link),
      ])
      // Each request ends the session of the other one.
      expect([theirs.status, owners.status]).toEqual(owners.status === 204 ? [422, 204] : [204, 410])
      if (owners.status !== 204) return 'stranger'
      expect(await isSignedIn(stranger)).toBe(false)
      expect((await login(world.browser(), address, newPassword)).status).toBe(200)
      return 'owner'
    }
    const firsts: string[] = []
    while (firsts.length < 20 && !firsts.includes('owner')) firsts.push(await race(firsts.length))
    expect(firsts).toContain('owner')
  })

  test('a change of the password is refused to a session that ends', async () => {
    const owner = await signedIn(world, email)
    const stranger = world.browser()
    await login(stranger, email)
    const [theirs, ended] = await Promise.all([changePassword(stranger), endOtherSessions(owner)])
    expect(ended.status).toBe(204)
    expect(theirs.status).toBe(401)
    expect((await login(world.browser(), email, password)).status).toBe(200)
  })

  test('calls that find no room in the queue are refused for now, and not counted', async () => {
    const browser = await signedIn(world, email)
    const counted = async () =>
      (await world.database.db.selectFrom('rate_limits').select('count').execute()).filter(
        ({ count }) => count > 0,
      )
    const before = await counted()
    const stopKeepingBusy = keepHashingBusy()
    const refused = await login(world.browser(), email)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    for (let press = 0; press < 5; press++)
      expect((await register(world.browser(), 'anna@mail.example')).status).toBe(503)
    for (let press = 0; press < 11; press++) expect((await changePassword(browser)).status).toBe(503)
    await stopKeepingBusy()
    expect(await counted()).toEqual(before)
    expect((await register(world.browser(), 'anna@mail.example')).status).toBe(204)
    expect((await changePassword(browser)).status).toBe(204)
  })
})
