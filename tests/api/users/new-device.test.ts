import { DAY } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { linkIn, login, openApiWorld, register, signedIn, verifyByLetter } from '../support/api-world'
import { askForDeletion, undoDeletion, undoLink } from '../support/my-data-world'
import { beginLogin, turnOn, typeCode } from '../support/second-step-calls'
import { replicaStarter } from '../support/start-replica'
import {
  changeEmail,
  isSignedIn,
  lettersTo,
  linkOf,
  newPassword,
  notMe,
  setPasswordByLink,
  undoNewEmail,
} from '../support/user-calls'

const email = 'petr@mail.example'
const startReplica = replicaStarter()
const laptop = { deviceId: 'laptop', device: 'Firefox, Linux' }
const phone = { deviceId: 'phone', device: 'Chrome, Android' }

describeOnEachDatabase('a login from a new device', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const kinds = async () => (await world.letters()).map(({ kind }) => kind)

  /** Signed in on the laptop and then on the phone; all letters are read but the one about the phone. */
  const onBoth = async () => {
    const owner = await signedIn(world, email, laptop)
    const other = world.browser(phone)
    expect(await kinds()).toEqual([])
    expect((await login(other, email)).status).toBe(200)
    return { owner, other }
  }
  const letterOfDevice = async () => (await world.letters()).find(({ kind }) => kind === 'new-device')
  const linkOfDevice = () => linkOf(world, 'new-device')

  test('sends a letter that tells when and which, with a link', async () => {
    await onBoth()
    const letter = await letterOfDevice()
    expect(letter).toMatchObject({ to: email, subject: 'Вход в личный кабинет с нового устройства' })
    const words = letter?.text.replaceAll('\u00a0', ' ')
    expect(words).toContain('Когда: 2 марта 2026 г., 12:00. Устройство: Chrome, Android.')
    const { url, id, code } = linkIn(letter)
    expect(url.href).toBe(`https://portal.example/not-me/${id}?code=${code}`)
  })

  test('sends none for the first device, for a known one, and for one without an id', async () => {
    const owner = await signedIn(world, email, laptop)
    await login(owner, email)
    await login(world.browser(laptop), email)
    await login(world.browser({ device: 'Chrome, Android' }), email)
    await login(world.browser(phone), email, 'не тот пароль')
    expect(await kinds()).toEqual([])
    await login(world.browser(phone), email)
    expect(await kinds()).toEqual(['new-device'])
    await login(world.browser(phone), email)
    expect(await kinds()).toEqual([])
  })

  test('sends one letter, however many logins come at once', async () => {
    await signedIn(world, email, laptop)
    await Promise.all(Array.from({ length: 10 }, () => login(world.browser(phone), email)))
    expect(await kinds()).toEqual(['new-device'])
  })

  test('sends one letter when the first two devices come at once', async () => {
    const browser = world.browser()
    await register(browser, email)
    await verifyByLetter(world, browser, email)
    await Promise.all([laptop, phone].map((device) => login(world.browser(device), email)))
    expect(await kinds()).toEqual(['new-device'])
  })

  test('after the second step sends it only when the code was right', async () => {
    const owner = await signedIn(world, email, laptop)
    const { code, wrongCode } = await turnOn(world, owner)
    await world.letters()
    const other = world.browser(phone)
    const token = await beginLogin(other, email)
    await typeCode(other, token, wrongCode())
    expect(await kinds()).toEqual([])
    expect((await typeCode(other, token, code())).status).toBe(200)
    expect(await kinds()).toEqual(['new-device'])
  })

  test('keeps devices as hashes', async () => {
    await onBoth()
    const rows = await world.database.db.selectFrom('known_devices').selectAll().execute()
    expect(rows).toHaveLength(2)
    for (const { device_hash } of rows) expect(device_hash).toMatch(/^[\w-]{43}$/)
  })

  test('«not me» ends all sessions and sends a link for a new password', async () => {
    const { owner, other } = await onBoth()
    const link = await linkOfDevice()
    expect(await notMe(world.browser(), link)).toMatchObject({ status: 204, text: '' })
    for (const browser of [owner, other]) expect(await isSignedIn(browser)).toBe(false)

    const letters = await world.letters()
    expect(letters).toMatchObject([{ to: email, kind: 'password-reset' }])
    const reset = linkIn(letters[0])
    expect((await setPasswordByLink(world.browser(), reset)).status).toBe(204)
    expect((await login(owner, email, newPassword)).status).toBe(200)
  })

  test('«not me» forgets the device: its next login is told of', async () => {
    const { owner, other: thief } = await onBoth()
    expect((await notMe(world.browser(), await linkOfDevice())).status).toBe(204)
    await world.letters()
    await login(owner, email)
    expect(await kinds()).toEqual([])
    await login(thief, email)
    expect(await kinds()).toEqual(['new-device'])
  })

  test('«not me» sends a customer who is being deleted by a thief the way back, and no link for a password', async () => {
    const { owner, other: thief } = await onBoth()
    const link = await linkOfDevice()
    expect((await askForDeletion(thief)).status).toBe(204)
    await world.letters()
    expect((await notMe(world.browser(), link)).status).toBe(204)
    const letters = await world.letters()
    expect(letters).toMatchObject([{ to: email, kind: 'deletion' }])
    for (const browser of [owner, thief]) expect(await isSignedIn(browser)).toBe(false)

    expect((await notMe(world.browser(), link)).status).toBe(410)
    expect(await kinds()).toEqual([])
    expect((await undoDeletion(world.browser(), undoLink(letters))).status).toBe(204)
    // Undoing the change signs nobody in, and the thief's device was forgotten: its next login is reported.
    expect(await isSignedIn(thief)).toBe(false)
    expect((await login(thief, email)).status).toBe(200)
    expect(await kinds()).toEqual(['new-device'])
  })

  test('«not me» sends the way back to the address that was put back, where a thief had changed it', async () => {
    const { other: thief } = await onBoth()
    const link = await linkOfDevice()
    const thiefs = 'thief@mail.example'
    expect((await changeEmail(world, thief, thiefs)).status).toBe(200)
    const undo = linkIn((await world.letters()).find(({ to }) => to === email))
    expect((await askForDeletion(thief)).status).toBe(204)
    await world.letters()

    const owner = world.browser()
    expect((await undoNewEmail(owner, undo)).status).toBe(204)
    expect((await notMe(owner, link)).status).toBe(204)
    expect(await lettersTo(world)).toEqual([[email, 'deletion']])
  })

  test('«not me» counts the way back with the others: five letters an hour', async () => {
    const { owner } = await onBoth()
    const link = await linkOfDevice()
    expect((await askForDeletion(owner)).status).toBe(204)
    await world.letters()
    for (let time = 0; time < 5; time++) await login(world.browser(phone), email)
    expect(await kinds()).toEqual(Array(5).fill('deletion'))
    expect((await notMe(world.browser(), link)).status).toBe(204)
    expect(await kinds()).toEqual([])
  })

  test('limits «not me» with wrong links from one address, not from another', async () => {
    const wrong = { id: 'x', code: 'x' }
    const from = async (address: string) => (await notMe(world.browser({ address }), wrong)).status
    for (let one = 0; one < 100; one++) expect(await from('198.51.100.7')).toBe(422)
    expect(await from('198.51.100.7')).toBe(429)
    expect(await from('203.0.113.7')).toBe(422)
  })

  test('of two hundred «not me» at once, in two processes, one takes effect', async () => {
    await onBoth()
    const link = await linkOfDevice()
    const replica = await startReplica(world)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        // Each from an address of its own: the limit by address must not be what stops them.
        notMe(
          world.browserOf(index % 2 === 0 ? world.api : replica, { address: `198.51.100.${index}` }),
          link,
        ),
      ),
    )
    await replica.stop()
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(199).fill(410)])
    expect(await kinds()).toEqual(['password-reset'])
  })

  test('the link is good for seven days, once, with its code', async () => {
    const { owner } = await onBoth()
    const link = await linkOfDevice()
    for (const wrong of [
      { ...link, code: 'x' },
      { ...link, id: 'x' },
    ]) {
      expect(await notMe(world.browser(), wrong)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('Ссылка не подошла') },
      })
    }
    world.pass(7 * DAY)
    expect(await notMe(world.browser(), link)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('устарела') },
    })
    expect(await isSignedIn(owner)).toBe(true)

    // The portal's word for a browser that it can't name.
    await login(world.browser({ deviceId: 'tablet', device: 'Unknown' }), email)
    const letter = await letterOfDevice()
    expect(letter?.text).toContain('Устройство: неизвестное.')
    world.pass(7 * DAY - 1)
    expect((await notMe(world.browser(), linkIn(letter))).status).toBe(204)
    expect((await notMe(world.browser(), linkIn(letter))).status).toBe(410)
  })
})
