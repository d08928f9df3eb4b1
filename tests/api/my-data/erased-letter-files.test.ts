import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileMailer } from 'api/mail/file-mailer'
import type { MailMessage } from 'api/mail/mailer'
import { beforeEach, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForEachTest } from '../../support/open-for-tests'
import { type Browser, openApiWorld, signedIn } from '../support/api-world'
import { askForDeletion, day, eraseDue, eraseStep } from '../support/my-data-world'
import { changeEmail } from '../support/user-calls'

const formerEmail = 'vera.ranshe@mail.example'
const email = 'vera@mail.example'

describeOnEachDatabase('the files of letters of an erased customer', (kind) => {
  const world = openForEachTest(() => openApiWorld(kind))
  let browser: Browser
  let customer: string

  const folder = () => join(world.fresh.dataDir, 'outbox')
  const mailer = () => fileMailer(folder())
  const idOf = async (address: string) => {
    const { db } = world.database
    const query = db.selectFrom('users').select('id').where('email_normalized', '=', address)
    return (await query.executeTakeFirstOrThrow()).id
  }
  const write = (subject: string, { to, userId }: Pick<MailMessage, 'to' | 'userId'>) =>
    mailer().send({
      kind: 'password-changed',
      from: world.config.mailFrom,
      to,
      userId,
      subject,
      text: 'Hello\n',
      html: '<p>Hello</p>\n',
      messageId: `<${subject}@portal.example>`,
      requestId: null,
      createdAt: world.now(),
    })
  const subjects = () =>
    readdirSync(folder())
      .map((file) => /^Subject: (.+)\r$/m.exec(readFileSync(join(folder(), file), 'utf8'))?.[1])
      .sort()

  beforeEach(async () => {
    browser = await signedIn(world, formerEmail)
    await changeEmail(world, browser, email)
    customer = await idOf(email)
  })

  const endTimeToUndo = async () => {
    await askForDeletion(browser)
    world.pass(30 * day)
  }
  const errors = () =>
    world.logged.filter((line) => 'message' in line && String(line.message).includes('could not be'))

  test('go, also from a former address that somebody else has verified since; those of the other stay', async () => {
    await signedIn(world, formerEmail)
    await write('own', { to: email, userId: customer })
    await write('own-before', { to: formerEmail, userId: customer })
    await write('of-the-other', { to: formerEmail, userId: await idOf(formerEmail) })
    await write('of-nobody', { to: formerEmail, userId: null })
    await endTimeToUndo()
    await eraseDue(world, { mailer: mailer() })
    expect(subjects()).toEqual(['of-nobody', 'of-the-other'])
  })

  test('go when the relay writes one while the customer is being erased', async () => {
    await write('of-another', { to: 'other@mail.example', userId: 'another' })
    await endTimeToUndo()
    let calls = 0
    const forget = async (payer: { id: string; addresses: readonly string[] }) => {
      await mailer().forget?.(payer)
      calls += 1
      if (calls === 1) await write('late', { to: 'typed-once@mail.example', userId: customer })
    }
    await eraseDue(world, { mailer: { forget } })
    expect(subjects()).toEqual(['of-another'])
    expect(errors()).toEqual([])
  })

  test('go at the next run when the relay writes one after the erasure', async () => {
    await endTimeToUndo()
    const step = eraseStep(world, { mailer: mailer() })
    await step.run(() => {})
    await write('late', { to: 'typed-once@mail.example', userId: customer })
    world.pass(10 * 60_000)
    await step.run(() => {})
    expect(subjects()).toEqual([])
  })

  test('that can not be deleted after the erasure are told of in the log', async () => {
    await endTimeToUndo()
    const forget = vi
      .fn()
      .mockResolvedValueOnce(undefined)
      .mockRejectedValueOnce(Object.assign(new Error('disk is gone'), { code: 'EIO' }))
    await eraseDue(world, { mailer: { forget } })
    expect(errors()).toMatchObject([
      { message: 'late letters of an erased customer could not be deleted', code: 'EIO' },
    ])
    await expect(idOf(email)).rejects.toThrow()
  })
})
