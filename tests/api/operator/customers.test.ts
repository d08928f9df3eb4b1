import { HOUR, MINUTE } from 'format/durations'
import { ConfigError } from 'process/settings'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { currentUser, linkIn, login, openApiWorld, publicUrl, register, signedIn } from '../support/api-world'
import { askForDeletion, day, undoDeletion, undoLink } from '../support/my-data-world'
import { readingOperatorOf, why } from '../support/operator'
import { beginLogin, turnOn, typeCode } from '../support/second-step-calls'
import { newPassword, setPasswordByLink } from '../support/user-calls'

const email = 'Raisa@mail.example'

describeOnEachDatabase('for a customer an operator', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const operator = (name: string, ...typed: string[]) => readingOperatorOf(world)(name, ...typed, ...why)
  const setPassword = async (link: { id: string; code: string }) =>
    (await setPasswordByLink(world.browser(), link)).status
  /** The id and the code of a printed link. */
  const printedFor = (page: string) => (text: string) => {
    expect(text).toMatch(new RegExp(`^${publicUrl}/${page}/\\S+$`))
    return linkIn({ to: '', kind: 'printed', subject: '', text })
  }
  const printed = printedFor('change-password')
  const printedUndo = printedFor('deletion-undo')
  const loggedIn = async () => {
    const browser = world.browser()
    expect((await login(browser, email)).status).toBe(200)
    return browser
  }

  test('creates a login, whose password the customer sets by the letter', async () => {
    expect(await operator('create-user', email, 'Раиса Орлова', '--phone', '8 999 123-45-67')).toContain(
      'letter',
    )
    const [letter, ...more] = await world.letters()
    expect(letter).toMatchObject({ to: email, kind: 'password-reset' })
    expect(letter?.text).toMatch(/24\sчаса/)
    expect(more).toEqual([])
    world.pass(23 * HOUR)
    expect(await setPassword(linkIn(letter))).toBe(204)
    const browser = world.browser()
    expect((await login(browser, email, newPassword)).status).toBe(200)
    expect((await currentUser(browser)).body).toMatchObject({
      data: { name: 'Раиса Орлова', email, phone: '+79991234567', emailVerified: true },
    })
  })

  test('creates a login by a link to hand over, and sends no letter', async () => {
    const link = printed(await operator('create-user', email, 'Раиса Орлова', '--link'))
    expect(await world.letters()).toEqual([])
    expect((await login(world.browser(), email, '')).status).toBe(422)
    expect(await setPassword(link)).toBe(204)
    expect(await setPassword(link)).not.toBe(204)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('verifies an address whose letter has not arrived', async () => {
    const browser = world.browser()
    await register(browser, email)
    expect((await login(browser, email)).status).toBe(403)
    expect(await operator('verify-user', email.toLowerCase())).toContain('verified')
    expect((await login(browser, email)).status).toBe(200)
    await expect(operator('verify-user', email)).rejects.toThrow('verified already')
  })

  test('gets a link for a new password, which works once and for 20 minutes', async () => {
    await signedIn(world, email)
    const first = printed(await operator('reset-link', email))
    expect(await setPassword(first)).toBe(204)
    expect(await setPassword(first)).not.toBe(204)
    const second = printed(await operator('reset-link', email))
    world.pass(21 * MINUTE)
    expect(await setPassword(second)).not.toBe(204)
    expect((await login(world.browser(), email, newPassword)).status).toBe(200)
  })

  test('ends all sessions', async () => {
    const [one, other] = [await signedIn(world, email), world.browser()]
    await login(other, email)
    expect(await operator('end-sessions', email)).toBe('Sessions ended: 2')
    for (const browser of [one, other]) expect((await currentUser(browser)).body).toEqual({ data: null })
    expect(await operator('end-sessions', email)).toBe('Sessions ended: 0')
  })

  test('ends the sessions of everybody, and logins that wait for a code', async () => {
    const browsers = [await signedIn(world, email), await signedIn(world, 'oleg@mail.example')]
    const { code } = await turnOn(world, browsers[0] ?? world.browser())
    const waiting = world.browser()
    const token = await beginLogin(waiting, email)
    expect(await operator('end-sessions', '--all')).toBe('Sessions ended: 2')
    for (const browser of browsers) expect((await currentUser(browser)).body).toEqual({ data: null })
    expect((await typeCode(waiting, token, code())).status).toBe(410)
    expect((await login(world.browser(), 'oleg@mail.example')).status).toBe(200)
    expect(await operator('end-sessions', '--all')).toBe('Sessions ended: 1')
  })

  test.each([
    ['create-user', [email, 'Раиса'], 'already'],
    ['create-user', ['raisa', 'Раиса'], 'Проверьте адрес'],
    ['create-user', ['new@mail.example', ' '], 'Введите имя'],
    ['create-user', ['new@mail.example', 'Раиса', '--phone', '12'], 'Проверьте номер'],
    ['create-user', ['new@mail.example'], 'takes EMAIL, NAME'],
    ['create-user', ['new@mail.example', 'Раиса', '--password', 'x'], '--password'],
    ['verify-user', ['nobody@mail.example'], 'no customer'],
    ['reset-link', ['nobody@mail.example'], 'no customer'],
    ['undo-deletion-link', ['nobody@mail.example'], 'no customer'],
    ['end-sessions', [], 'takes EMAIL'],
    ['end-sessions', [email, '--all'], 'takes EMAIL'],
    ['turn-second-step-off', [], 'takes EMAIL'],
    ['turn-second-step-off', ['--all'], '--all'],
    ['turn-second-step-off', [email, 'anna@mail.example'], 'too much'],
    ['turn-second-step-off', ['nobody@mail.example'], 'no customer with this address'],
    ['turn-second-step-off', [email], 'is not on'],
  ] as const)('is told what is wrong with %s %j', async (name, typed, words) => {
    await signedIn(world, email)
    await world.letters()
    await expect(operator(name, ...typed)).rejects.toThrow(words)
    await expect(operator(name, ...typed)).rejects.toThrow(ConfigError)
    expect(await world.letters()).toEqual([])
  })

  test('opens no way back for a customer who is being deleted', async () => {
    await askForDeletion(await signedIn(world, email))
    for (const name of ['reset-link', 'verify-user'])
      await expect(operator(name, email)).rejects.toThrow(/being deleted.* undo-deletion-link/)
  })

  test('gets a link that undoes the deletion where its letter has not arrived, which works once', async () => {
    const browser = await signedIn(world, email)
    await askForDeletion(browser)
    const mailed = undoLink(await world.letters())
    world.pass(2 * day)
    const link = printedUndo(await operator('undo-deletion-link', email.toLowerCase()))
    expect(await world.letters()).toEqual([])
    // The number of the deletion stays: the destruction log will have it.
    expect(link.id.split('.')[0]).toBe(mailed.id.split('.')[0])
    expect((await undoDeletion(world.browser(), link)).status).toBe(204)
    for (const used of [link, mailed]) expect((await undoDeletion(world.browser(), used)).status).toBe(410)
    expect((await currentUser(browser)).body).toEqual({ data: null })
    expect((await login(browser, email)).status).toBe(200)
  })

  test('gets that link for the rest of the 30 days, and leaves the mailed one as it is', async () => {
    await askForDeletion(await signedIn(world, email))
    const mailed = undoLink(await world.letters())
    world.pass(29 * day)
    const link = printedUndo(await operator('undo-deletion-link', email))
    world.pass(day - 1)
    expect((await undoDeletion(world.browser(), mailed)).status).toBe(204)

    await askForDeletion(await loggedIn())
    const late = printedUndo(await operator('undo-deletion-link', email))
    world.pass(30 * day)
    for (const old of [link, late]) expect((await undoDeletion(world.browser(), old)).status).toBe(410)
    await expect(operator('undo-deletion-link', email)).rejects.toThrow('30 days')
  })

  test('gets no such link where nobody deletes them, and the operator log has who got one', async () => {
    await signedIn(world, email)
    await expect(operator('undo-deletion-link', email)).rejects.toThrow('not being deleted')
    await askForDeletion(await loggedIn())
    await operator('undo-deletion-link', email)
    const { db } = world.database
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('operator_log')
      .selectAll()
      .where('subject', '=', `customer ${id}`)
      .execute()
    expect(rows).toMatchObject([{ action: 'undo-deletion-link', stage: 'done', why: why[1], counts: '{}' }])
  })
})
