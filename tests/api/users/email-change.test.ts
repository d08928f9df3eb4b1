import { randomUUID } from 'node:crypto'
import { DAY } from 'format/durations'
import { beforeEach, expect, test } from 'vitest'
import { describeOn, describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import {
  type Browser,
  currentUser,
  linkIn,
  login,
  type MailedLetter,
  openApiWorld,
  register,
  seenFromOutside,
  signedIn,
  verifyByLetter,
} from '../support/api-world'
import {
  askForNewEmail,
  confirmNewEmail,
  forgetPassword,
  isSignedIn,
  setPasswordByLink,
  twice,
  undoNewEmail,
} from '../support/user-calls'
import { waitForLock } from '../support/wait-for-lock'

const oldEmail = 'petr@mail.example'
const newEmail = 'snegirev@mail.example'

const of = (letters: MailedLetter[], kind: string, to?: string) =>
  letters.find((letter) => letter.kind === kind && (to === undefined || letter.to === to))
const addressees = (letters: MailedLetter[]) => letters.map(({ to, kind }) => `${kind} ${to}`).sort()

describeOnEachDatabase('a change of the e-mail address', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  beforeEach(() => world.empty())

  const askedFor = async (browser: Browser, email = newEmail) => {
    await askForNewEmail(browser, email)
    const letters = await world.letters()
    return { change: linkIn(of(letters, 'email-change')), notice: linkIn(of(letters, 'email-change-notice')) }
  }

  test('takes effect when confirmed from the new mailbox; both addresses get letters', async () => {
    const browser = await signedIn(world, oldEmail)
    expect(await askForNewEmail(browser, newEmail)).toMatchObject({ status: 204, text: '' })
    const letters = await world.letters()
    expect(addressees(letters)).toEqual([`email-change ${newEmail}`, `email-change-notice ${oldEmail}`])
    expect((await currentUser(browser)).body).toMatchObject({ data: { email: oldEmail } })

    const link = linkIn(of(letters, 'email-change'))
    expect(link.url.href).toBe(`https://portal.example/personal/change-email?id=${link.id}&code=${link.code}`)
    expect(linkIn(of(letters, 'email-change-notice')).url.pathname).toMatch(/^\/change-email-undo\/[\w-]+$/)
    expect(await confirmNewEmail(browser, link)).toMatchObject({
      status: 200,
      body: { data: { email: newEmail, emailVerified: true } },
    })
    expect((await currentUser(browser)).body).toMatchObject({ data: { email: newEmail } })
    expect(addressees(await world.letters())).toEqual([
      `email-changed ${oldEmail}`,
      `email-changed ${newEmail}`,
    ])
    expect((await login(world.browser(), oldEmail)).status).toBe(422)
    expect((await login(world.browser(), newEmail)).status).toBe(200)
  })

  test('to a Cyrillic domain is written in letters as people write it, and stored as mail servers do', async () => {
    const [written, stored] = ['snegirev@почта.рф', 'snegirev@xn--80a1acny.xn--p1ai']
    const browser = await signedIn(world, oldEmail)
    await askForNewEmail(browser, written)
    const letters = await world.letters()
    await confirmNewEmail(browser, linkIn(of(letters, 'email-change', stored)))
    expect((await currentUser(browser)).body).toMatchObject({ data: { email: stored } })
    const changed = await world.letters()
    const telling = [
      of(letters, 'email-change-notice', oldEmail),
      of(changed, 'email-changed', oldEmail),
      of(changed, 'email-changed', stored),
    ]
    for (const letter of telling) {
      expect(letter?.text).toContain(written)
      expect(letter?.text).not.toContain('xn--')
    }
  })

  test('is rejected for an invalid address and for the current one', async () => {
    const browser = await signedIn(world, oldEmail)
    expect((await askForNewEmail(browser, 'нет')).body).toMatchObject({
      errors: { email: [expect.stringContaining('Проверьте адрес')] },
    })
    expect((await askForNewEmail(browser, 'PETR@mail.example')).body).toMatchObject({
      errors: { email: ['Это ваш нынешний адрес. Укажите новый.'] },
    })
  })

  test("to somebody else's address answers and notifies as any other, and tells that somebody", async () => {
    await signedIn(world, newEmail)
    const browser = await signedIn(world, oldEmail)
    await world.letters()
    const free = await askForNewEmail(browser, 'free@mail.example')
    await world.letters()
    const taken = await askForNewEmail(browser, newEmail)
    expect(seenFromOutside(taken)).toEqual(seenFromOutside(free))
    expect(addressees(await world.letters())).toEqual([
      `email-change-notice ${oldEmail}`,
      `email-taken ${newEmail}`,
    ])
  })

  test('is not blocked by an unverified registration', async () => {
    await register(world.browser(), newEmail)
    await world.letters()
    const browser = await signedIn(world, oldEmail)
    const { change } = await askedFor(browser)
    expect((await confirmNewEmail(browser, change)).status).toBe(200)
    expect((await login(world.browser(), newEmail)).status).toBe(200)
  })

  test("does not take an address that became a customer's in the meantime", async () => {
    const browser = await signedIn(world, oldEmail)
    const { change } = await askedFor(browser)
    await signedIn(world, newEmail)
    expect(await confirmNewEmail(browser, change)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('уже есть другой') },
    })
    expect((await currentUser(browser)).body).toMatchObject({ data: { email: oldEmail } })
  })

  test('can only be confirmed by the customer who requested it', async () => {
    const browser = await signedIn(world, oldEmail)
    const { change } = await askedFor(browser)
    expect((await confirmNewEmail(world.browser(), change)).status).toBe(401)
    const stranger = await signedIn(world, 'vera@mail.example')
    expect(await confirmNewEmail(stranger, change)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('другого личного кабинета') },
    })
    expect((await currentUser(stranger)).body).toMatchObject({ data: { email: 'vera@mail.example' } })
    expect((await confirmNewEmail(browser, change)).status).toBe(200)
  })

  test('of two hundred concurrent confirmations one succeeds', async () => {
    const browser = await signedIn(world, oldEmail)
    const { change } = await askedFor(browser)
    const answers = await Promise.all(Array.from({ length: 200 }, () => confirmNewEmail(browser, change)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(199)
    expect(addressees(await world.letters())).toEqual([
      `email-changed ${oldEmail}`,
      `email-changed ${newEmail}`,
    ])
  })

  test('a link is valid for a day, until a later request', async () => {
    const browser = await signedIn(world, oldEmail)
    const first = await askedFor(browser)
    const second = await askedFor(browser, 'third@mail.example')
    expect((await confirmNewEmail(browser, first.change)).status).toBe(410)
    world.pass(DAY)
    expect(await confirmNewEmail(browser, second.change)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('устарела') },
    })
    expect((await confirmNewEmail(browser, { id: 'x', code: 'x' })).status).toBe(422)
    expect((await browser.get('/api/v1/users/change-email')).status).toBe(422)
  })

  test('can be requested five times an hour', async () => {
    const browser = await signedIn(world, oldEmail)
    const statuses = []
    for (let time = 0; time < 6; time++)
      statuses.push((await askForNewEmail(browser, `new${time}@mail.example`)).status)
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  })

  test('can be canceled from the old mailbox before the confirmation, which ends all sessions', async () => {
    const browser = await signedIn(world, oldEmail)
    const { change, notice } = await askedFor(browser)
    expect(await undoNewEmail(world.browser(), notice)).toMatchObject({ status: 204, text: '' })
    expect(await isSignedIn(browser)).toBe(false)
    await login(browser, oldEmail)
    expect((await confirmNewEmail(browser, change)).status).toBe(410)
  })

  test.each(['email-change-notice', 'email-changed'])(
    'is undone within seven days by the link of %s',
    async (letterKind) => {
      const browser = await signedIn(world, oldEmail)
      await askForNewEmail(browser, newEmail)
      const letters = await world.letters()
      await confirmNewEmail(browser, linkIn(of(letters, 'email-change')))
      letters.push(...(await world.letters()))
      world.pass(6 * DAY)
      expect((await undoNewEmail(world.browser(), linkIn(of(letters, letterKind, oldEmail)))).status).toBe(
        204,
      )
      expect(await isSignedIn(browser)).toBe(false)
      expect((await login(world.browser(), newEmail)).status).toBe(422)
      expect((await login(world.browser(), oldEmail)).status).toBe(200)
    },
  )

  test('cannot be undone after seven days, twice, or with a wrong code', async () => {
    const browser = await signedIn(world, oldEmail)
    const { notice } = await askedFor(browser)
    expect((await undoNewEmail(world.browser(), { id: notice.id, code: 'x' })).status).toBe(422)
    const late = await askedFor(browser)
    expect((await undoNewEmail(world.browser(), notice)).status).toBe(204)
    expect((await undoNewEmail(world.browser(), notice)).status).toBe(410)
    expect((await undoNewEmail(world.browser(), late.notice)).status).toBe(410)
    await login(browser, oldEmail)
    const third = await askedFor(browser)
    world.pass(7 * DAY)
    expect(await undoNewEmail(world.browser(), third.notice)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('задайте новый пароль') },
    })
    expect(
      (await world.browser().post(`/api/v1/users/change-email-undo/${third.notice.id}`, {})).status,
    ).toBe(422)
  })

  test('an undo from the first mailbox voids the undo links of later ones', async () => {
    const browser = await signedIn(world, oldEmail)
    const first = await askedFor(browser, 'thief@mail.example')
    await confirmNewEmail(browser, first.change)
    await world.letters()
    const second = await askedFor(browser, 'thief2@mail.example')
    await confirmNewEmail(browser, second.change)
    await forgetPassword(world.browser(), 'thief2@mail.example')
    const later = await world.letters()
    const reset = linkIn(of(later, 'password-reset'))

    expect((await undoNewEmail(world.browser(), first.notice)).status).toBe(204)
    for (const link of [second.notice, linkIn(of(later, 'email-changed', 'thief@mail.example'))]) {
      expect((await undoNewEmail(world.browser(), link)).status).toBe(410)
    }
    expect((await setPasswordByLink(world.browser(), reset)).status).toBe(410)
    expect((await login(world.browser(), oldEmail)).status).toBe(200)
  })

  test('an undo is not blocked by an unverified registration of the old address', async () => {
    const browser = await signedIn(world, oldEmail)
    const { change, notice } = await askedFor(browser)
    await confirmNewEmail(browser, change)
    await register(world.browser(), oldEmail, {
      ...twice('чужой тихий омут'),
    })
    expect((await undoNewEmail(world.browser(), notice)).status).toBe(204)
    expect((await login(world.browser(), oldEmail)).status).toBe(200)
  })

  test('an old address that belongs to another customer by now cannot be restored', async () => {
    const browser = await signedIn(world, oldEmail)
    const { change, notice } = await askedFor(browser)
    await confirmNewEmail(browser, change)
    await world.letters()
    await register(world.browser(), oldEmail)
    await verifyByLetter(world, world.browser(), oldEmail)
    expect(await undoNewEmail(world.browser(), notice)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('уже есть другой') },
    })
  })
})

describeOn('postgres', 'a change of the e-mail address on several replicas', () => {
  test('is confirmed while somebody registers the new address without having it', async () => {
    const world = await openApiWorld('postgres')
    const browser = await signedIn(world, oldEmail)
    await askForNewEmail(browser, newEmail)
    const link = linkIn(of(await world.letters(), 'email-change'))
    const customer = await world.database.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const { answer } = await world.database.transaction(async (trx) => {
      await trx
        .insertInto('users')
        .values({
          ...customer,
          id: randomUUID(),
          email: newEmail,
          email_normalized: newEmail,
          email_verified_at: null,
        })
        .execute()
      const confirming = confirmNewEmail(browser, link)
      await waitForLock(world.database)
      return { answer: confirming }
    }, 'read committed')
    expect(await answer).toMatchObject({ status: 200, body: { data: { email: newEmail } } })
    await world.close()
  })
})

describeOnEachDatabase('the profile', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  test('name and phone can be changed, and the phone removed', async () => {
    const browser = await signedIn(world, oldEmail)
    const path = '/api/v1/users/change-profile/'
    expect(await browser.post(path, { name: ' Вера ', phone: '+79990001122' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Вера', phone: '+79990001122', email: oldEmail } },
    })
    expect((await browser.post(path, { name: 'Вера', phone: null })).body).toMatchObject({
      data: { phone: null },
    })
    expect(await browser.post(path, { name: '', phone: '123' })).toMatchObject({
      status: 422,
      body: { errors: { name: ['Введите имя'], phone: [expect.stringContaining('Проверьте номер')] } },
    })
    expect((await currentUser(browser)).body).toMatchObject({ data: { name: 'Вера', phone: null } })
  })
})
