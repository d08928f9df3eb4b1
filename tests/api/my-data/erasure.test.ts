import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registeredProof } from 'api/accounts/proof'
import { sqliteFileName } from 'api/db/sqlite'
import { fileMailer } from 'api/mail/file-mailer'
import { outboxRelay } from 'api/mail/outbox-relay.step'
import { letterHooks } from 'api/users'
import { mailRequestsStep } from 'api/users/mail-requests'
import { toKopecks } from 'contract/money'
import { ConfigError } from 'process/settings'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { login, openApiWorld, password, register, signedIn, verifyByLetter } from '../support/api-world'
import { newOf, setAutopayment } from '../support/autopayments-world'
import { addToRegister } from '../support/billing-register'
import { askForDeletion, copyOf, day, eraseDue } from '../support/my-data-world'
import { readingOperatorOf, why } from '../support/operator'
import {
  atBank,
  balance,
  bankPageOf,
  mirCard,
  payAsGuest,
  paymentOf,
  runJobs,
} from '../support/payments-world'
import { paidBy } from '../support/refunds-world'
import { askForNewEmail, changeEmail, forgetPassword } from '../support/user-calls'
import { dump } from './planted'

vi.setConfig({ testTimeout: 90_000 })

const name = 'Евлампий Незабудкин'
const email = 'Evlampy.Nezabudkin@mail.example'
const formerEmail = 'Evlampy.Ranshe@mail.example'
/** Typed for a change of the e-mail, and never confirmed. */
const ignoredEmail = 'Ignored@mail.example'
const phone = '+79991112233'
const ownTitle = 'У тёщи на даче'
const address = '198.51.100.77'
const device = 'Nezabudka, Android'
const code = '61830457'

describeOnEachDatabase('the erasure of a customer', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let account: string
  let userId: string
  let debt: number
  const mailer = () => fileMailer(join(world.fresh.dataDir, 'outbox'))
  const operator = (...typed: [string, ...string[]]) => readingOperatorOf(world)(...typed)

  const letterFiles = () => {
    const folder = join(world.fresh.dataDir, 'outbox')
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  }

  const everywhere = async () => {
    const tables = [...(await dump(world.database)).values()]
    return [...tables, ...letterFiles(), JSON.stringify(world.logged)].join('\n').toLowerCase()
  }
  const personal = () =>
    [name, email, formerEmail, ignoredEmail, phone, ownTitle, address, device, userId].map((value) =>
      value.toLowerCase(),
    )
  /** Writes the letters that were asked for to files, as a server without a mail server does. */
  const sendLetters = async () => {
    const { database, config: site, now: clock, log } = world
    await mailRequestsStep({ database, site, clock, log }).run(() => {})
    const relay = outboxRelay({
      database: world.database,
      hooks: letterHooks,
      mailer: mailer(),
      from: world.config.mailFrom,
      log: world.log,
      clock: world.now,
    })
    for (let round = 0; round < 5; round++) {
      await relay.run(() => {})
      await relay.finish?.()
    }
  }

  // A customer who has used everything, and another one who must not be affected.
  beforeAll(async () => {
    const { db } = world.database
    account = await addToRegister(db)
    await db
      .updateTable('register_accounts')
      .set(registeredProof(account, { kind: 'access_code', answer: code }))
      .where('account', '=', account)
      .execute()
    await signedIn(world, 'other@mail.example')

    const browser = world.browser({ address, deviceId: 'a device of nezabudkin' })
    const registered = { name, phone }
    await register(browser, formerEmail, registered)
    await verifyByLetter(world, browser, formerEmail)
    await browser.send('POST', '/api/v1/users/login/', {
      body: JSON.stringify({ email: formerEmail, password }),
      headers: { 'content-type': 'application/json', 'x-device': device },
    })
    const added = await browser.post('/api/v1/personal/add-account/', { account, proof: code })
    expect(added.status, added.text).toBe(201)
    await db
      .updateTable('customer_accounts')
      .set({ title: ownTitle })
      .where('account', '=', account)
      .execute()
    const partly = await paidBy(world, browser, account, { amount: 300_000 })
    const asGuest = await payAsGuest(world.browser({ address }), account, {
      amount: 50_000,
      email: email.toUpperCase(),
    })
    await atBank(world.api).pay(bankPageOf(paymentOf(asGuest)))
    const asGuestBefore = await payAsGuest(world.browser({ address }), account, {
      amount: 40_000,
      email: formerEmail,
    })
    await atBank(world.api).pay(bankPageOf(paymentOf(asGuestBefore)))
    await sendLetters()
    await changeEmail(world, browser, email)
    const newAutopayment = newOf(await setAutopayment(browser, account))
    await atBank(world.api).pay(newAutopayment.confirmationUrl ?? '', mirCard)
    world.pass(10_000)
    await runJobs(world.wired)
    await operator('refund', partly.id, '100,00', ...why)
    await runJobs(world.wired)

    await askForNewEmail(browser, ignoredEmail)
    await forgetPassword(browser, email)
    await login(world.browser({ address }), email, 'не тот пароль')
    await runJobs(world.wired)
    await sendLetters()
    userId = (await db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    expect((await copyOf(browser)).text).toContain(ownTitle)
    debt = await balance(world, account)

    expect(letterFiles().filter((letter) => letter.includes(`To: ${ignoredEmail}`))).toHaveLength(1)
    const found = await everywhere()
    for (const value of personal()) expect(found, value).toContain(value)
    await askForDeletion(browser)
    await sendLetters()
    expect(await everywhere()).toContain(name.toLowerCase())
    // An hour before the end everything is still there; then two processes erase at the same time.
    world.pass(30 * day - 3_600_000)
    await eraseDue(world, { mailer: mailer() })
    expect(await everywhere()).toContain(name.toLowerCase())
    world.pass(3_600_000)
    const other = await world.replica()
    await Promise.all([
      eraseDue(world, { mailer: mailer() }),
      eraseDue(world, { mailer: mailer(), on: other }),
    ])
  })

  test('leaves name, e-mail, phone, addresses and devices nowhere: in no table, letter or log line', async () => {
    const left = await everywhere()
    for (const value of personal()) expect(left).not.toContain(value)
    expect(left).toContain('other@mail.example')
  })

  if (kind === 'sqlite')
    test('leaves them in no byte of the database file and its log', () => {
      const { dataDir } = world.fresh
      const files = readdirSync(dataDir).filter((file) => file.startsWith(sqliteFileName))
      expect(files).toContain(`${sqliteFileName}-wal`)
      const bytes = files.map((file) => readFileSync(join(dataDir, file), 'utf8').toLowerCase()).join('\n')
      for (const value of personal()) expect(bytes.includes(value), value).toBe(false)
      expect(bytes).toContain('other@mail.example')
    })

  test('leaves the money as it was: payments, refunds, receipts, ledger, balance', async () => {
    const { db } = world.database
    expect(await balance(world, account)).toBe(debt)
    const payments = await db
      .selectFrom('payments')
      .select(['amount', 'status', 'refunded', 'receipt_status', 'user_id', 'method_title'])
      .where('account', '=', account)
      .orderBy('amount')
      .execute()
    const stays = { status: 'succeeded', receipt_status: 'done', user_id: null, method_title: null }
    expect(payments).toEqual([
      { ...stays, amount: 100, refunded: 0 },
      { ...stays, amount: 40_000, refunded: 0 },
      { ...stays, amount: 50_000, refunded: 0 },
      { ...stays, amount: 300_000, refunded: 10_000 },
    ])
    expect(await db.selectFrom('refunds').selectAll().where('account', '=', account).execute()).toHaveLength(
      1,
    )
    expect(
      await db.selectFrom('ledger_entries').select('amount').where('account', '=', account).execute(),
    ).toHaveLength(5)
  })

  test('lets a payment be refunded as a whole only: a receipt would have no address', async () => {
    const { id } = await world.database.db
      .selectFrom('payments')
      .select('id')
      .where('amount', '=', toKopecks(300_000))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    await expect(operator('refund', id, '5,00', ...why)).rejects.toThrow("refund it in the gateway's office")
    const first = await world.database.db
      .selectFrom('payments')
      .select('id')
      .where('amount', '=', toKopecks(100))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    await operator('refund', first.id, ...why)
    world.pass(10_000)
    await runJobs(world.wired)
    expect(await balance(world, account)).toBe(debt + 100)
    const unsent = await world.letters()
    expect(unsent.filter(({ to }) => to === '')).toEqual([])
  })

  describe('is in the log of destruction', () => {
    test('once, without anything that tells who it was', async () => {
      const rows = await world.database.db.selectFrom('destruction_log').selectAll().execute()
      expect(rows).toHaveLength(1)
      const [row] = rows
      expect(row?.id).toMatch(/^[0-9a-f]{16}$/)
      expect(row?.reason).toBe('asked_by_customer')
      expect(row?.destroyed_at).toBe(new Date(Date.parse(row?.asked_at ?? '') + 30 * day).toISOString())
      expect(JSON.parse(row?.counts ?? '')).toMatchObject({
        profile: 1,
        accountGrants: 0,
        sessions: 0,
        devices: 1,
        secondStep: 0,
        mailedLinks: expect.any(Number),
        letterRequests: expect.any(Number),
        letters: expect.any(Number),
        addedAccounts: 1,
        changes: 9,
        readingReminders: 0,
        invoiceLetters: 0,
        calendarLinks: 0,
        savedCards: 1,
        autopayments: 1,
        autopaymentRuns: 0,
        payersOfPayments: 4,
      })
    })

    test('which a command prints as a table to be filed', async () => {
      const [head, columns, ...rows] = (await operator('destruction-log')).split('\n')
      expect(head).toBe('Тихий берег, https://portal.example')
      expect(columns?.split('\t')).toEqual([
        'Дата и время',
        'Номер удаления',
        'Обращение',
        'Причина',
        'Стёрто записей',
      ])
      expect(rows).toHaveLength(1)
      const [at, id, requestedAt, reason, counts] = rows[0]?.split('\t') ?? []
      expect(at).toMatch(/^01\.04\.2026/)
      expect(id).toMatch(/^[0-9a-f]{16}$/)
      expect(requestedAt).toMatch(/^02\.03\.2026/)
      expect(reason).toContain('отзыв согласия')
      expect(counts?.split('; ')).toEqual(
        expect.arrayContaining([
          'лицевые счета в кабинете: 1',
          'записи об изменениях: 9',
          'сохранённые карты: 1',
        ]),
      )
      expect(counts).not.toContain('сеансы')
      expect(await operator('destruction-log', '--since', '2026-04-02')).toBe('Стираний не было.')
      for (const wrong of [['--since', 'вчера'], ['--since', '2026-99-99'], ['--day', '1'], ['x']])
        await expect(operator('destruction-log', ...wrong)).rejects.toThrow(ConfigError)
    })
  })
})
