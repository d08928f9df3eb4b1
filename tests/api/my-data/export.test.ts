import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createLimiter } from 'api/limits/limiter'
import { defaultLimits, type LimitName, limitNames } from 'api/limits/rules'
import { consentsAnswer } from 'contract/my-data'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { expectComplaint } from '../../support/quiet-console'
import { type ApiWorld, type Browser, linkIn, openApiWorld, signedIn } from '../support/api-world'
import { addToRegister, customerWith, giveAccount } from '../support/billing-register'
import { consentsOf, copyOf } from '../support/my-data-world'
import { atBank, bankPageOf, payAsGuest, paymentOf, runJobs } from '../support/payments-world'
import { paidBy } from '../support/refunds-world'
import { askForNewEmail, changeEmail, forgetPassword } from '../support/user-calls'

vi.setConfig({ testTimeout: 120_000 })

const email = 'petr@mail.example'
const MIB = 1024 * 1024

const row = z.record(z.string(), z.unknown())
const document = z.object({
  about: z.string(),
  createdAt: z.string(),
  notShown: z.array(z.object({ what: z.string(), why: z.string() })),
  profile: row,
  consents: z.array(row),
  sessions: z.array(row),
  letters: z.array(row),
  accounts: z.array(row),
  accountPayments: z.array(row),
  payments: z.array(row),
  guestPayments: z.array(row),
  limits: z.array(z.object({ limit: z.string(), count: z.number() })),
})

describeOnEachDatabase('the copy of a customer’s data', (kind) => {
  const world = openForTests(() => openApiWorld(kind))
  let browser: Browser
  beforeEach(async () => {
    await world.empty()
    browser = await signedIn(world, email)
  })

  const idOf = async (address = email) =>
    (
      await world.database.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', address)
        .executeTakeFirstOrThrow()
    ).id
  test('is a document for the signed-in customer alone', async () => {
    const answer = await copyOf(browser)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const copy = document.parse(answer.body)
    expect(copy.profile).toMatchObject({ name: 'Пётр Снегирёв', email, phone: '+79991234567' })
    expect(copy.createdAt).toBe(world.now().toISOString())
    expect(copy.sessions).toHaveLength(1)
    expect(copy.letters.map(({ kind: of }) => of)).toEqual(['verification'])
    expect(copy.limits).toContainEqual(expect.objectContaining({ limit: 'exportsPerCustomer', count: 1 }))
    expect((await browser.send('HEAD', '/api/v1/users/export/')).status).toBe(404)
  })

  test('has the consent of the registration, as the list of consents has it', async () => {
    const { data } = consentsAnswer.parse((await consentsOf(browser)).body)
    expect(data).toEqual([
      {
        kind: 'personal_data',
        version: '2026-01-15',
        givenAt: world.now().toISOString(),
        withdrawnAt: null,
        address: '203.0.113.7',
      },
    ])
    expect(document.parse((await copyOf(browser)).body).consents).toEqual(data)
  })

  test('shows payments of others for an added account as its history does, and nothing else of others', async () => {
    const account = await addToRegister(world.database.db)
    await giveAccount(world, await idOf(), account)
    const neighbour = await customerWith(world, account)
    const theirs = await paidBy(world, neighbour.browser, account, { amount: 111_00 })
    const own = await paidBy(world, browser, account, { amount: 222_00 })
    const answer = await copyOf(browser)
    const copy = document.parse(answer.body)
    expect(copy.accountPayments.map(({ id }) => id).sort()).toEqual([theirs.id, own.id].sort())
    const [methodOfOther] = copy.accountPayments.filter(({ id }) => id === theirs.id)
    expect(methodOfOther).not.toHaveProperty('methodTitle')
    expect(copy.payments.map(({ id }) => id)).toEqual([own.id])
    expect(copy.payments[0]).toMatchObject({
      request: { email },
      events: [{ step: 1 }, { step: 2 }, { step: 3 }, { step: 4 }],
    })
    expect(copy.accounts).toMatchObject([{ account, payer: expect.stringMatching(/^К…в\s/) }])
    for (const foreign of [neighbour.id, theirs.bankId, 'Ковалёв Игорь Андреевич'])
      expect(answer.text).not.toContain(foreign)
  })

  test('has payments without signing in by the e-mail, with the account masked', async () => {
    const account = await addToRegister(world.database.db)
    const guestPayment = await payAsGuest(world.browser(), account, {
      amount: 500_00,
      email: email.toUpperCase(),
    })
    await atBank(world.api).pay(bankPageOf(paymentOf(guestPayment)))
    world.pass(10_000)
    await runJobs(world.wired)
    const answer = await copyOf(browser)
    expect(document.parse(answer.body).guestPayments).toMatchObject([{ amount: 500_00, status: 'succeeded' }])
    expect(answer.text).not.toContain(account)
  })

  test('has those with a former address, unless it is now the address of somebody else', async () => {
    const account = await addToRegister(world.database.db)
    await payAsGuest(world.browser(), account, { amount: 700_00, email })
    await world.letters()
    await changeEmail(world, browser, 'snegirev@mail.example')
    const paid = async () => document.parse((await copyOf(browser)).body).guestPayments
    expect(await paid()).toContainEqual(expect.objectContaining({ amount: 700_00 }))
    await signedIn(world, email)
    expect(await paid()).toEqual([])
  })

  test('has no code of a letter that was not sent yet', async () => {
    await forgetPassword(browser, email)
    await askForNewEmail(browser, 'new@mail.example')
    const codes = (await world.letters()).map((letter) => linkIn(letter).code)
    expect(codes.length).toBeGreaterThan(2)
    await world.database.db.updateTable('outbox').set({ sent_at: null }).execute()
    const { text } = await copyOf(browser)
    expect(text).toContain('new@mail.example')
    for (const code of codes) expect(text).not.toContain(code)
  })

  test('has every limit that is kept by the customer', async () => {
    const { db } = world.database
    const id = await idOf()
    const account = await addToRegister(db)
    await giveAccount(world, id, account)
    await db
      .insertInto('known_devices')
      .values({ user_id: id, device_hash: 'a device', last_seen_at: world.now().toISOString() })
      .execute()
    const ofOthers: string[][] = []
    const keptBy: Record<LimitName, string[][]> = {
      loginPerAccountAndAddress: ofOthers,
      loginPerAccountAndDevice: [[email, 'a device']],
      loginPerAccount: [[email]],
      loginPerAddress: ofOthers,
      registrationPerAddress: ofOthers,
      lettersPerEmail: [
        ['registration', email],
        ['verify', email],
        ['reset', email],
        ['change-email', email],
        ['access', email],
        ['undo-deletion', id],
      ],
      lettersPerAddress: ofOthers,
      mailedCodesPerAddress: ofOthers,
      oldPasswordPerCustomer: [[id]],
      secondStepPerCustomerAndDevice: [[id, 'a device']],
      secondStepPerCustomer: [[id]],
      secondStepChangesPerCustomer: [[id]],
      emailChangesPerCustomer: [[id]],
      exportsPerCustomer: [[id]],
      accountLookupsPerCustomer: [[id]],
      accountProofsPerCustomer: [[id]],
      accountProofsPerCustomerAndAccount: [[id, account]],
      wrongProofsPerAccount: ofOthers,
      accountProofsPerCustomerUnderAttack: [[id, account]],
      noticesOfAddition: [[id, account]],
      invitationsPerCustomer: [[id]],
      payChecksPerAddress: ofOthers,
      unknownAccountsPerAddress: ofOthers,
      guestPaymentsPerAddress: ofOthers,
      guestPaymentsPerAccountAndAddress: ofOthers,
      paymentsPerCustomer: [[id]],
    }
    const uses = limitNames.flatMap((limit) => keptBy[limit].map((by) => ({ limit, by })))
    await db.deleteFrom('rate_limits').execute()
    await createLimiter(world.database, defaultLimits).count(uses, world.now())
    const copied = document.parse((await copyOf(browser)).body).limits.map(({ limit }) => limit)
    expect(copied.sort()).toEqual(uses.map(({ limit }) => limit).sort())
  })

  test('is given ten times an hour', async () => {
    const statuses = []
    for (let time = 0; time < 11; time++) statuses.push((await copyOf(browser)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  const raw = (session = browser.session()) =>
    new Request('http://api.test/api/v1/users/export/', { headers: { cookie: `session=${session}` } })

  test('of thousands of payments comes in small pieces', async () => {
    const account = await addToRegister(world.database.db)
    const userId = await idOf()
    await giveAccount(world, userId, account)
    const payments = 6_000
    await insertPayments(world, { account, userId, payments })
    const reader = (await world.api.fetch(raw())).body?.getReader()
    const texts: string[] = []
    for (;;) {
      const { value: piece } = (await reader?.read()) ?? {}
      if (!piece) break
      texts.push(Buffer.from(piece).toString('utf8'))
    }
    const copy = document.parse(JSON.parse(texts.join('')))
    expect(new Set(copy.payments.map(({ id }) => id)).size).toBe(payments)
    expect(new Set(copy.accountPayments.map(({ id }) => id)).size).toBe(payments)
    const sizes = texts.map(({ length }) => length)
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(4 * MIB)
    // A page of 200 payments.
    expect(Math.max(...sizes)).toBeLessThan(MIB / 2)
  })

  test('breaks off where a page can not be read, within the process and over HTTP, and the log says so', async () => {
    const account = await addToRegister(world.database.db)
    const userId = await idOf()
    await insertPayments(world, { account, userId, payments: 3_000 })
    const { db } = world.database
    const session = browser.session()
    // The HTTP server's own words on the console.
    expectComplaint(/^console.error: Error: The answer broke off/)

    const body = (await world.api.fetch(raw(session))).body?.getReader()
    await body?.read()
    const server = createServer(getRequestListener(world.api.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    const outgoing = request({
      port: address.port,
      host: '127.0.0.1',
      path: '/api/v1/users/export/',
      headers: { cookie: `session=${session}` },
    }).end()
    const [incoming] = await once(outgoing, 'response')
    expect(incoming.statusCode).toBe(200)

    await sql`alter table autopayments rename to hidden_autopayments`.execute(db)
    try {
      await expect(async () => {
        for (;;) if ((await body?.read())?.done !== false) return
      }).rejects.toThrow()
      await expect(async () => {
        for await (const _ of incoming);
      }).rejects.toThrow('aborted')
    } finally {
      await sql`alter table hidden_autopayments rename to autopayments`.execute(db)
      server.closeAllConnections()
      server.close()
    }
    const broken = world.logged.filter((line) => 'message' in line && line.message === 'an answer broke off')
    expect(broken).toHaveLength(2)
    expect(JSON.stringify(broken)).not.toContain(email)
    expect((await copyOf(browser)).status).toBe(200)
  })

  test('that can not be begun is an error with a status', async () => {
    const { db } = world.database
    await sql`alter table mailed_tokens rename to hidden_tokens`.execute(db)
    const answer = await copyOf(browser).finally(() =>
      sql`alter table hidden_tokens rename to mailed_tokens`.execute(db),
    )
    expect(answer).toMatchObject({ status: 500, body: { message: expect.any(String) } })
  })
})

const insertPayments = async (
  { database, now }: ApiWorld,
  { account, userId, payments }: { account: string; userId: string; payments: number },
) => {
  const at = now().toISOString()
  const request = JSON.stringify({ email, period: '2026-03', payee: { name: 'П'.repeat(100) } })
  for (let first = 0; first < payments; first += 500) {
    const numbers = Array.from({ length: Math.min(500, payments - first) }, (_, index) => first + index)
    await database.db
      .insertInto('payments')
      .values(
        numbers.map((number) => ({
          id: `${account} ${number}`,
          account,
          user_id: userId,
          amount: 100,
          status: 'canceled' as const,
          created_at: at,
          source: 'personal' as const,
        })),
      )
      .execute()
    await database.db
      .insertInto('payment_intents')
      .values(
        numbers.map((number) => ({
          payment_id: `${account} ${number}`,
          request_key: `${account} ${number}`,
          body_hash: '',
          gateway: 'sandbox',
          shop: 'sandbox',
          request,
          state: 'canceled' as const,
          last_contact_at: at,
          gateway_payment_id: `requested-${account}-${number}`,
        })),
      )
      .execute()
  }
}
