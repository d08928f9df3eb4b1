import { randomUUID } from 'node:crypto'
import { registeredProof } from 'api/accounts'
import { accountHooks } from 'api/autopayments'
import { lapseGrantsStep } from 'api/family'
import { accountsAnswer } from 'contract/accounts'
import { historyAnswer } from 'contract/payments'
import { problem } from 'contract/problem'
import { calendarAnswer, newCalendarLinkAnswer } from 'contract/reminders'
import { DAY, HOUR } from 'format/durations'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Answer, type Browser, openApiWorld } from '../support/api-world'
import { autopaymentsOf, setAutopayment } from '../support/autopayments-world'
import { payBasket } from '../support/basket-world'
import { addMeter, addToRegister } from '../support/billing-register'
import {
  accept,
  accessTo,
  addInvoices,
  confirm,
  createInvitation,
  decline,
  endGrant,
  invite,
  letIn,
  newOwner,
  newPerson,
  type Person,
  preview,
} from '../support/family-world'
import { askForDeletion, eraseDue } from '../support/my-data-world'
import { noLimits } from '../support/no-limits'
import { readingOperatorOf, why } from '../support/operator'
import {
  atBank,
  balance,
  bankPageOf,
  mirCard,
  payAsCustomer,
  paymentOf,
  returnAddresses,
  runJobs,
} from '../support/payments-world'

vi.setConfig({ testTimeout: 90_000 })

const codeOf = (answer: Answer) => problem.parse(answer.body).code

// The world begins on 2 March 2026, at noon in Moscow.
describeOnEachDatabase('access to an account that its owner lets others have', (kind) => {
  const world = openForTests(() => openApiWorld(kind, { limits: noLimits, env: { READINGS_WINDOW: '1-28' } }))
  let account: string
  let owner: Person
  let person: Person
  beforeEach(async () => {
    await world.startAgain()
    account = await addToRegister(world.database.db)
    owner = await newOwner(world, account)
    person = await newPerson(world)
  })

  const sees = async (browser: Browser) =>
    (await browser.post(`/api/v1/personal/invoice/${account}`, {})).status === 200
  const kindsTo = async (email: string) =>
    (await world.letters()).filter(({ to }) => to === email).map((letter) => letter.kind)
  const statusOf = async (id: string) =>
    (await accessTo(owner.browser, account)).grants.find((grant) => grant.id === id)?.status
  const stepOfLapsed = () =>
    lapseGrantsStep({
      database: world.database,
      site: world.config,
      stopPaying: accountHooks({ site: world.config, payments: world.wired.payments, log: world.log })
        .accountRemoved,
      clock: world.now,
    }).run(() => {})

  describe('the matrix of rights', () => {
    type Right = 'view' | 'readings' | 'pay' | 'own' | 'list'
    const payment = { amount: 10_000, saveMethod: false, ...returnAddresses }
    const personal = (path: string) => `/api/v1/personal/${path}`
    const get = (path: string) => (by: Browser) => by.get(personal(path))
    const post = (path: string, body: object) => (by: Browser) => by.post(personal(path), body, randomUUID())
    const patch = (path: string, body: object) => (by: Browser) => by.patch(personal(path), body)
    type CallOfAccount = readonly [
      name: string,
      needed: Right,
      ask: (browser: Browser) => Promise<Answer>,
      success: number,
      unseen?: number,
    ]
    /** Every call that takes an account: what it needs, what a success is, and what one who does not see the account gets. */
    const calls = (meter: string): readonly CallOfAccount[] => [
      ['invoice', 'view', post(`invoice/${account}`, {}), 200],
      ['charges', 'view', get(`charges/${account}`), 200],
      ['explanation', 'view', get(`invoice-explanation/${account}?period=2026-02`), 200],
      ['history', 'view', get(`history/${account}`), 200],
      ['meters', 'view', get(`meters/${account}`), 200],
      ['history of readings', 'view', get(`readings/${account}`), 200],
      ['default', 'view', patch(`set-default-account/${account}`, {}), 204],
      [
        'readings',
        'readings',
        post(`readings/${account}`, { readings: [{ meter, values: { t1: '1' } }], confirmed: [meter] }),
        201,
      ],
      ['payment', 'pay', post(`pay/${account}`, payment), 201],
      ['basket preview', 'pay', post('basket-preview/', { accounts: [account] }), 200],
      ['title', 'view', patch(`account/${account}`, { title: 'Мамина' }), 200],
      // Its page was opened while the account was there: the words say that it is gone.
      ['basket', 'pay', (by) => payBasket(by, [{ account, amount: 10_000 }], { payAnew: true }), 201, 409],
      ['access', 'list', get(`access/${account}`), 200],
      ['invitation', 'own', (by) => invite(by, account), 201],
    ]

    const all = { readings: true, pay: true }
    /** A person after something has happened to their access. */
    const personAfter = (happens: () => Promise<unknown>) => async () => {
      await happens()
      return person.browser
    }
    const letInWith = (rights: object) => personAfter(() => letIn(owner, person, account, rights))
    const owners: readonly Right[] = ['view', 'readings', 'pay', 'own', 'list']

    /** What each visitor may do; null: they do not see the account. */
    const visitors: Readonly<
      Record<string, { rights: readonly Right[] | null; become: () => Promise<Browser>; status?: number }>
    > = {
      guest: { rights: null, status: 401, become: async () => world.browser() },
      stranger: { rights: null, become: async () => (await newPerson(world)).browser },
      'owner A': { rights: owners, become: async () => owner.browser },
      'owner B': { rights: owners, become: async () => (await newOwner(world, account, 'Борис')).browser },
      view: { rights: ['view'], become: letInWith({}) },
      'view and readings': { rights: ['view', 'readings'], become: letInWith({ readings: true }) },
      'view and pay': { rights: ['view', 'pay'], become: letInWith({ pay: true }) },
      all: { rights: ['view', 'readings', 'pay'], become: letInWith(all) },
      invited: {
        rights: null,
        become: personAfter(() => createInvitation(owner.browser, account, { ...all, email: person.email })),
      },
      waiting: {
        rights: null,
        become: personAfter(async () =>
          accept(person.browser, await createInvitation(owner.browser, account, all)),
        ),
      },
      declined: {
        rights: null,
        become: personAfter(async () =>
          decline(
            person.browser,
            await createInvitation(owner.browser, account, { ...all, email: person.email }),
          ),
        ),
      },
      revoked: {
        rights: null,
        become: personAfter(async () => {
          const { id } = await letIn(owner, person, account, all)
          expect((await endGrant(owner.browser, id)).status).toBe(204)
        }),
      },
      left: {
        rights: null,
        become: personAfter(async () => {
          const { id } = await letIn(owner, person, account, all)
          expect((await endGrant(person.browser, id)).status).toBe(204)
        }),
      },
      expired: {
        rights: null,
        become: personAfter(async () => {
          const invitation = await createInvitation(owner.browser, account, { ...all, email: person.email })
          world.pass(7 * DAY)
          expect((await accept(person.browser, invitation)).status).toBe(410)
        }),
      },
      'until past': {
        rights: null,
        become: personAfter(async () => {
          await letIn(owner, person, account, { ...all, until: '2026-03-03' })
          world.pass(2 * DAY)
        }),
      },
    }

    test.each(Object.keys(visitors))('holds for %s on every call', async (name) => {
      const visitor = visitors[name]
      if (!visitor) throw new Error(name)
      const meter = await addMeter(world.database.db, account)
      await addInvoices(world, account)
      const browser = await visitor.become()
      let answers = 0
      for (const [call, needed, ask, success, unseen = 404] of calls(meter)) {
        const answer = await ask(browser)
        answers += 1
        const { rights } = visitor
        const expected =
          rights === null
            ? (visitor.status ?? unseen)
            : rights.includes(needed)
              ? success
              : needed === 'list'
                ? 404
                : 403
        expect(answer.status, `${name}: ${call}: ${answer.text}`).toBe(expected)
        if (expected === 403) expect(codeOf(answer), call).toBe('no_right')
      }
      const autopayment = await setAutopayment(browser, account)
      expect(autopayment.status, autopayment.text).toBe(
        visitor.rights === null ? (visitor.status ?? 404) : visitor.rights.includes('pay') ? 201 : 403,
      )
      const removal = await browser.delete(`/api/v1/personal/delete-account/${account}`)
      expect(removal.status, removal.text).toBe(
        visitor.rights === null ? (visitor.status ?? 404) : visitor.rights.includes('own') ? 204 : 403,
      )
      expect(answers).toBe(14)
    })

    test('a basket takes only accounts that may be paid', async () => {
      await letIn(owner, person, account)
      const basket = [{ account, amount: 10_000 }]
      const refused = await payBasket(person.browser, basket)
      expect([refused.status, codeOf(refused)]).toEqual([403, 'no_right'])
      expect((await payBasket((await newPerson(world)).browser, basket)).status).toBe(409)
    })
  })

  test('names its owners with the day since which they have it, as the company counts days', async () => {
    world.pass(13 * HOUR)
    const other = await addToRegister(world.database.db)
    const night = await newOwner(world, other)
    expect((await accessTo(night.browser, other)).owners).toMatchObject([{ since: '2026-03-03', you: true }])
  })

  describe('an invitation', () => {
    test('is told with its code once, and the same key gives the same answer', async () => {
      const wanted = { key: randomUUID(), readings: true, email: person.email, label: 'мама' }
      const first = await invite(owner.browser, account, wanted)
      const again = await invite(owner.browser, account, { ...wanted, password: 'another one' })
      expect(again.status).toBe(201)
      expect(again.body).toEqual(first.body)
      expect((await accessTo(owner.browser, account)).grants).toHaveLength(1)
      const other = await invite(owner.browser, account, { ...wanted, pay: true })
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_mismatch'])
      expect(await kindsTo(person.email)).toEqual(['access-invitation'])
    })

    test('whose code is nowhere in the database after its letter was sent', async () => {
      const { code } = await createInvitation(owner.browser, account)
      const rows = [
        await world.database.db.selectFrom('account_grants').selectAll().execute(),
        await world.database.db.selectFrom('idempotency_keys').selectAll().execute(),
        world.logged,
      ]
      expect(JSON.stringify(rows)).not.toContain(code)
    })

    test('that is refused has not used its key up', async () => {
      const key = randomUUID()
      const wrong = await invite(owner.browser, account, { key, password: 'not this one' })
      expect(wrong.status).toBe(422)
      expect(Object.keys(problem.parse(wrong.body).errors ?? {})).toEqual(['password'])
      expect((await invite(owner.browser, account, { key })).status).toBe(201)
    })

    test('names the field that is wrong', async () => {
      for (const [field, more] of [
        ['email', { email: 'not an address' }],
        ['email', { email: owner.email }],
        ['until', { until: '2026-03-01' }],
        ['until', { until: '2026-02-30' }],
        ['label', { label: 'ю'.repeat(41) }],
        ['password', { password: '' }],
      ] as const) {
        const answer = await invite(owner.browser, account, more)
        expect(answer.status, field).toBe(422)
        expect(Object.keys(problem.parse(answer.body).errors ?? {}), field).toEqual([field])
      }
      expect((await invite(owner.browser, account, { until: '2026-03-02' })).status).toBe(201)
    })

    test('to the same address is not made twice while one is open', async () => {
      const { id } = await createInvitation(owner.browser, account, { email: person.email })
      const second = await invite(owner.browser, account, { email: person.email.toUpperCase() })
      expect([second.status, codeOf(second)]).toEqual([409, 'already_granted'])
      await endGrant(owner.browser, id)
      await letIn(owner, person, account)
      expect((await invite(owner.browser, account, { email: person.email })).status).toBe(409)
    })

    test('is one of ten at most', async () => {
      for (let made = 0; made < 10; made += 1) await createInvitation(owner.browser, account)
      expect((await invite(owner.browser, account)).status).toBe(422)
      const [first] = (await accessTo(owner.browser, account)).grants
      await endGrant(owner.browser, first?.id ?? '')
      expect((await invite(owner.browser, account)).status).toBe(201)
    })

    test('works at 6 days 23:59:59, is over at 7 days, and then another to the address works', async () => {
      const link = await createInvitation(owner.browser, account, { email: person.email })
      world.pass(7 * DAY - 1_000)
      expect((await preview(world.browser(), link)).status).toBe(200)
      world.pass(1_000)
      expect((await preview(world.browser(), link)).status).toBe(410)
      expect((await accept(person.browser, link)).status).toBe(410)
      expect(await statusOf(link.id)).toBe('expired')
      const next = await createInvitation(owner.browser, account, { email: person.email })
      world.pass(7 * DAY - 1_000)
      expect((await accept(person.browser, next)).status).toBe(200)
    })

    test('is shown masked, and looking at it any number of times changes nothing', async () => {
      const link = await createInvitation(owner.browser, account, { pay: true, email: person.email })
      for (let times = 0; times < 3; times += 1) {
        const shown = await preview(world.browser(), link)
        expect(shown.status).toBe(200)
        for (const hidden of [account, owner.name, owner.email, person.email, 'кв. 31'])
          expect(shown.text).not.toContain(hidden)
      }
      expect(await statusOf(link.id)).toBe('invited')
      expect((await accept(person.browser, link)).status).toBe(200)
    })

    test('needs its own code', async () => {
      const link = await createInvitation(owner.browser, account, { email: person.email })
      for (const ask of [preview, accept, decline]) {
        expect((await ask(person.browser, { ...link, code: 'x' })).status).toBe(422)
        expect((await ask(person.browser, { ...link, id: randomUUID() })).status).toBe(410)
      }
    })

    test('is accepted once of 200 at once', async () => {
      const link = await createInvitation(owner.browser, account)
      const people = await Promise.all(Array.from({ length: 200 }, () => newPerson(world)))
      const answers = await Promise.all(people.map(({ browser }) => accept(browser, link)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 410)).toHaveLength(199)
    })

    test('is not for an owner, nor for somebody who has access', async () => {
      const link = await createInvitation(owner.browser, account)
      const own = await accept(owner.browser, link)
      expect([own.status, codeOf(own)]).toEqual([409, 'own_account'])
      await letIn(owner, person, account)
      const twice = await accept(person.browser, link)
      expect([twice.status, codeOf(twice)]).toEqual([409, 'already_granted'])
    })

    test('that another person has accepted waits for an owner, who sees who it is', async () => {
      const link = await createInvitation(owner.browser, account, { email: 'someone@mail.example' })
      const other = await newOwner(world, account, 'Борис')
      await world.letters()
      const accepted = await accept(person.browser, link)
      expect(accepted.text).toContain('waiting')
      expect(await sees(person.browser)).toBe(false)
      expect((await preview(person.browser, link)).text).toContain('waiting')
      const [grant] = (await accessTo(other.browser, account)).grants
      expect(grant).toMatchObject({ status: 'waiting', name: expect.any(String), email: expect.any(String) })
      expect(JSON.stringify(grant)).not.toContain(person.email)
      expect(await kindsTo(person.email)).toEqual(['access-waiting'])
      expect((await confirm(person.browser, link.id)).status).toBe(404)
      expect((await confirm(other.browser, link.id)).status).toBe(204)
      expect((await confirm(other.browser, link.id)).status).toBe(409)
      expect(await sees(person.browser)).toBe(true)
      expect(await kindsTo(person.email)).toEqual(['access-confirmed'])
    })

    test('that waits is over 7 days after it was accepted', async () => {
      const link = await createInvitation(owner.browser, account)
      world.pass(6 * DAY)
      await accept(person.browser, link)
      world.pass(7 * DAY - 1_000)
      expect(await statusOf(link.id)).toBe('waiting')
      world.pass(1_000)
      expect(await statusOf(link.id)).toBe('expired')
      expect((await confirm(owner.browser, link.id)).status).toBe(409)
    })

    test('and its acceptance are told to the other owners', async () => {
      const other = await newOwner(world, account, 'Борис')
      const link = await createInvitation(owner.browser, account, { email: person.email })
      expect(await kindsTo(other.email)).toEqual(['access-opened'])
      await other.browser.patch(`/api/v1/personal/account/${account}`, { title: 'Дом у реки' })
      await accept(person.browser, link)
      const letters = await world.letters()
      expect(letters.map(({ to, kind: one }) => `${one} ${to}`).sort()).toEqual(
        [owner, other].map(({ email }) => `access-to-confirm ${email}`).sort(),
      )
      const readers = letters.filter(({ text }) => text.includes('Дом у реки')).map(({ to }) => to)
      expect(readers, 'who reads the name that one of them has given').toEqual([other.email])
    })
  })

  describe('its end', () => {
    test('stops the autopayment of the one who had it, and what is open is not stored', async () => {
      const meter = await addMeter(world.database.db, account)
      const { id } = await letIn(owner, person, account, { readings: true, pay: true })
      const begun = await setAutopayment(person.browser, account)
      expect(begun.status, begun.text).toBe(201)
      const replica = await world.replica()
      const elsewhere = world.browserOf(replica.api)
      elsewhere.setSession(person.browser.session() ?? '')
      expect((await endGrant(owner.browser, id)).status).toBe(204)
      expect(await autopaymentsOf(person.browser)).toEqual([])
      const readings = { readings: [{ meter, values: { t1: '1' } }], confirmed: [meter] }
      const form = await elsewhere.post(`/api/v1/personal/readings/${account}`, readings, randomUUID())
      expect(form.status).toBe(404)
      expect((await payAsCustomer(elsewhere, account)).status).toBe(404)
      const stored = await world.database.db
        .selectFrom('meter_readings')
        .select('id')
        .where('account', '=', account)
        .execute()
      expect(stored).toEqual([])
    })

    test('is told to the one who had it, unless they have left', async () => {
      const { id } = await letIn(owner, person, account)
      await person.browser.patch(`/api/v1/personal/account/${account}`, { title: 'Мамина' })
      await world.letters()
      await endGrant(owner.browser, id)
      expect(await world.letters()).toMatchObject([
        { to: person.email, kind: 'access-ended', text: expect.stringContaining('«Мамина»') },
      ])
      const again = await letIn(owner, person, account)
      await world.letters()
      expect((await endGrant(person.browser, again.id)).status).toBe(204)
      expect((await endGrant(person.browser, again.id)).status).toBe(204)
      expect(await kindsTo(person.email)).toEqual([])
      expect(await statusOf(again.id)).toBe('left')
      expect(await statusOf(id)).toBe('revoked')
    })

    test('does not lose a payment that succeeds at the bank after it, which its payer still sees', async () => {
      const { id } = await letIn(owner, person, account, { pay: true })
      const payment = paymentOf(await payAsCustomer(person.browser, account))
      const before = await balance(world, account)
      await endGrant(owner.browser, id)
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(10_000)
      await runJobs(world.wired)
      const own = await person.browser.get(`/api/v1/personal/pay/${payment.id}`)
      expect(paymentOf(own).status).toBe('succeeded')
      expect(await balance(world, account)).toBe(before - 260_091)
    })

    test('comes at midnight of the company’s zone after the last day', async () => {
      const { id } = await letIn(owner, person, account, { until: '2026-03-05' })
      world.pass(Date.parse('2026-03-05T20:59:59.999Z') - world.now().getTime())
      expect(await sees(person.browser)).toBe(true)
      world.pass(1)
      expect(await sees(person.browser)).toBe(false)
      expect(await statusOf(id)).toBe('expired')
      await world.letters()
      await stepOfLapsed()
      expect(await kindsTo(person.email)).toEqual(['access-ended'])
      expect((await invite(owner.browser, account, { email: person.email })).status).toBe(201)
    })

    test('comes with the last owner who removes the account, and not before', async () => {
      const other = await newOwner(world, account, 'Борис')
      const { id } = await letIn(owner, person, account)
      await owner.browser.delete(`/api/v1/personal/delete-account/${account}`)
      expect(await sees(person.browser)).toBe(true)
      await other.browser.delete(`/api/v1/personal/delete-account/${account}`)
      expect(await sees(person.browser)).toBe(false)
      const row = await world.database.db
        .selectFrom('account_grants')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst()
      expect(row?.status).toBe('revoked')
    })

    test('comes with the erasure of the last owner', async () => {
      await letIn(owner, person, account)
      await askForDeletion(owner.browser)
      world.pass(31 * DAY)
      await eraseDue(world)
      const open = await world.database.db
        .selectFrom('account_grants')
        .select('status')
        .where('account', '=', account)
        .execute()
      expect(open).toEqual([{ status: 'revoked' }])
    })

    test('by an operator, who finds who has access', async () => {
      const { id } = await letIn(owner, person, account, { pay: true })
      const operator = readingOperatorOf(world)
      expect(await operator('find', account)).toMatch(
        new RegExp(`access +${id}, ${account}, active, view \\+ pay, customer ${person.id}`),
      )
      expect(await operator('find', person.id)).toContain(id)
      await world.letters()
      await operator('end-access', id, ...why)
      expect(await sees(person.browser)).toBe(false)
      expect(await kindsTo(person.email)).toEqual(['access-ended'])
      expect(await operator('find', account)).not.toContain(id)
    })

    test('comes with remove-account --all', async () => {
      await letIn(owner, person, account)
      await readingOperatorOf(world)('remove-account', account, '--all', ...why)
      expect(await sees(person.browser)).toBe(false)
    })
  })

  describe('the one who has it', () => {
    test('sees in the list who gave it and what it allows, and can make it the default one', async () => {
      const { id } = await letIn(owner, person, account, { pay: true, until: '2026-05-31' })
      const [listed] = accountsAnswer.parse((await person.browser.get('/api/v1/personal/')).body).data
      expect(listed).toMatchObject({
        account,
        isDefault: true,
        access: { owner: false, readings: false, pay: true, grant: id, until: '2026-05-31' },
      })
      expect(listed?.access?.from).toBeTypeOf('string')
      const [own] = accountsAnswer.parse((await owner.browser.get('/api/v1/personal/')).body).data
      expect(own).not.toHaveProperty('access')
      expect((await person.browser.get('/api/v1/personal/get-default-account')).body).toEqual({ account })
    })

    test('sees no method and no receipt of others’ payments, nor do owners of theirs', async () => {
      await letIn(owner, person, account, { pay: true })
      for (const { browser } of [owner, person]) {
        const payment = paymentOf(await payAsCustomer(browser, account, { payAnew: true }))
        await atBank(world.api).pay(bankPageOf(payment), mirCard)
        await runJobs(world.wired)
      }
      for (const { browser } of [owner, person]) {
        const listed = historyAnswer.parse(
          (await browser.get(`/api/v1/personal/history/${account}`)).body,
        ).data
        expect(listed).toHaveLength(2)
        for (const { own, method, receiptUrl, receiptStatus } of listed) {
          if (own) expect(method?.title).not.toBe('')
          else expect([method, receiptUrl ?? null, receiptStatus ?? null]).toEqual([null, null, null])
        }
      }
    })

    test('becomes an owner by the proof, and the grant ends without a trace of a second account', async () => {
      await world.database.db
        .updateTable('register_accounts')
        .set(registeredProof(account, { kind: 'access_code', answer: '12345678' }))
        .where('account', '=', account)
        .execute()
      const { id } = await letIn(owner, person, account)
      const added = await person.browser.post('/api/v1/personal/add-account/', {
        account,
        proof: '12345678',
      })
      expect(added.status, added.text).toBe(201)
      const listed = accountsAnswer.parse((await person.browser.get('/api/v1/personal/')).body).data
      expect(listed.map(({ access }) => access ?? 'owner')).toEqual(['owner'])
      expect(await statusOf(id)).toBe('left')
    })

    test('stays with the account as the default one, and with its name, as an owner', async () => {
      const other = await addToRegister(world.database.db)
      const { id } = await letIn(owner, person, account)
      await letIn(await newOwner(world, other), person, other)
      await person.browser.patch(`/api/v1/personal/account/${account}`, { title: 'Дача' })
      await world.database.db
        .updateTable('register_accounts')
        .set(registeredProof(account, { kind: 'access_code', answer: '12345678' }))
        .where('account', '=', account)
        .execute()
      await person.browser.post('/api/v1/personal/add-account/', { account, proof: '12345678' })
      const listed = accountsAnswer.parse((await person.browser.get('/api/v1/personal/')).body).data
      expect(listed.find((one) => one.account === account)).toMatchObject({ isDefault: true, title: 'Дача' })
      expect(await statusOf(id)).toBe('left')
    })

    test('has the windows for readings in the calendar if they may send them', async () => {
      await addMeter(world.database.db, account)
      const eventsOf = async ({ browser }: Person) => {
        const { body } = await browser.post('/api/v1/personal/calendar-link/')
        const { token } = newCalendarLinkAnswer.parse(body).data
        const answer = await world.browser().get(`/api/v1/calendar/${token}`)
        return calendarAnswer.parse(answer.body).data.map(({ kind }) => kind)
      }
      await letIn(owner, person, account)
      expect(await eventsOf(person)).not.toContain('window')
      const reader = await newPerson(world)
      await letIn(owner, reader, account, { readings: true })
      expect(await eventsOf(reader)).toContain('window')
    })

    test('gets no letter about an access that is confirmed while their deletion is due', async () => {
      const link = await createInvitation(owner.browser, account, { email: 'someone@mail.example' })
      await accept(person.browser, link)
      await askForDeletion(person.browser)
      await world.letters()
      await confirm(owner.browser, link.id)
      expect(await kindsTo(person.email)).not.toContain('access-confirmed')
    })
  })
})
