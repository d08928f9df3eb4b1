import { searchText } from 'api/accounts/accounts.repository'
import { isProof, registeredProof } from 'api/accounts/proof'
import type { Database } from 'api/db/database'
import { accountAnswer, accountsAnswer, defaultAccountAnswer } from 'contract/accounts'
import { problem } from 'contract/problem'
import { HOUR } from 'format/durations'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { isLongRun } from '../../support/long-run'
import { openForTests } from '../../support/open-for-tests'
import { type Answer, type BrowserOptions, openApiWorld } from '../support/api-world'
import { newCustomer } from '../support/billing-register'

// The real function, with its calls counted. Modules are reset, because other test files of the process have loaded it.
vi.hoisted(() => vi.resetModules())
vi.mock(import('api/accounts/proof'), { spy: true })

const personal = '/api/v1/personal'
const flat = '4010031186'
const room = '4010044720'
const dacha = '6200015394'
const untitled = '7120009037'
const register = [
  {
    account: flat,
    title: 'Квартира',
    address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31',
    payer_name: 'Ковалёв Игорь Андреевич',
    code: '61830457',
  },
  {
    account: room,
    title: 'Комната',
    address: 'г. Тихобережск, пер. Тенистый, д. 8, кв. 5',
    payer_name: 'Мороз Дарья Викторовна',
    code: '20947316',
  },
  {
    account: dacha,
    title: 'Дача 55% «Ветерок»',
    address: 'СНТ «Ветерок», участок 76_2',
    payer_name: 'Соболев Михаил Юрьевич',
    code: '83146920',
  },
  {
    account: untitled,
    title: null,
    address: 'г. Тихобережск, наб. Рыбацкая, д. 3',
    payer_name: 'Громов Павел',
    code: '14682753',
  },
]
/** An account whose kind of question is no longer used, and which has no code yet. */
const retired = '4010055555'

const codeOf = (account: string) => register.find((entry) => entry.account === account)?.code ?? ''
const wrongCode = (i: number) => String(i).padStart(8, '0')

describeOnEachDatabase('accounts', (kind) => {
  const world = openForTests(() => openApiWorld(kind))

  beforeAll(async () => {
    await fillRegister(world.database)
  })
  // Each test has its own day, so that the limits of other tests don't matter.
  beforeEach(() => world.pass(2 * 24 * HOUR))

  /** A new customer with their own browser. */
  const customer = async (options: BrowserOptions = {}) => {
    const { browser } = await newCustomer(world, options)
    const add = (account: string, proof?: string) =>
      browser.post(`${personal}/add-account/`, { account, ...(proof === undefined ? {} : { proof }) })
    const list = async (filter?: string) => {
      const query = filter === undefined ? '' : `?${new URLSearchParams({ filter })}`
      const { status, body } = await browser.get(`${personal}/${query}`)
      expect(status).toBe(200)
      return accountsAnswer.parse(body).data
    }
    return {
      add,
      list,
      own: async (...accounts: string[]) => {
        for (const account of accounts) expect((await add(account, codeOf(account))).status).toBe(201)
      },
      found: async (filter: string) => (await list(filter)).map(({ account }) => String(account)),
      defaultAccount: async () => {
        const { status, body } = await browser.get(`${personal}/get-default-account`)
        expect(status).toBe(200)
        return defaultAccountAnswer.parse(body).account
      },
      rename: (account: string, title: unknown) =>
        browser.patch(`${personal}/account/${encodeURIComponent(account)}`, { title }),
      setDefault: async (account: string) =>
        (await browser.send('PATCH', `${personal}/set-default-account/${encodeURIComponent(account)}`))
          .status,
      remove: async (account: string) =>
        (await browser.send('DELETE', `${personal}/delete-account/${encodeURIComponent(account)}`)).status,
    }
  }

  describe('adding', () => {
    it('first asks the question, then accepts the right answer', async () => {
      const anna = await customer()
      const first = await anna.add(flat)
      expect(first.status).toBe(422)
      expect(first.body).toEqual({
        code: 'proof_required',
        message: expect.any(String),
        proof: { label: 'Код доступа', hint: expect.stringContaining('8 цифр'), digits: true },
      })
      expect(await anna.list()).toEqual([])

      const second = await anna.add(flat, ' 6183-0457')
      expect(second.status).toBe(201)
      expect(accountAnswer.parse(second.body).data).toEqual({
        account: flat,
        title: 'Квартира',
        address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 31',
        payer: 'К…в\u00a0И.\u00a0А.',
        balance: 123_456,
        isDefault: true,
        lastInvoice: { period: '2026-09', total: 200_055, dueAt: '2026-10-15' },
      })
    })

    it('does the same hashing for an unknown account as for a wrong answer', async () => {
      const anna = await customer()
      const judged = vi.mocked(isProof)
      for (const [account, status] of [
        [flat, 422],
        [retired, 422],
        ['9999999999', 404],
      ] as const) {
        judged.mockClear()
        expect((await anna.add(account, wrongCode(1))).status).toBe(status)
        expect(judged).toHaveBeenCalledTimes(1)
        expect(judged).toHaveReturnedWith(false)
      }
    })

    it.each(['4010-0311-86', ' 4010 031\u00a0186 ', 'л/с № 4010031186'])('understands %s', async (typed) => {
      const anna = await customer()
      expect((await anna.add(typed, codeOf(flat))).status).toBe(201)
      expect((await anna.list()).map(({ account }) => account)).toEqual([flat])
    })

    it('asks again when the answer is wrong or empty, with an error at its field', async () => {
      const anna = await customer()
      for (const proof of ['61830458', 'Ковалёв', '1 234,56', '', '  ']) {
        const response = await anna.add(flat, proof)
        expect(response.status).toBe(422)
        expect(response.body).toMatchObject({
          code: 'proof_required',
          proof: { label: 'Код доступа' },
          errors: {
            proof: [proof.trim() ? expect.stringContaining('Код доступа неверный') : expect.any(String)],
          },
        })
      }
      expect(await anna.list()).toEqual([])
    })

    it('rejects an account whose kind of question is no longer used, whatever the answer', async () => {
      const anna = await customer()
      for (const proof of [undefined, 'Соболев', '']) {
        const response = await anna.add(retired, proof)
        expect(response.status).toBe(422)
        expect(response.body).toMatchObject({
          message: expect.stringContaining('кода доступа'),
          errors: { account: [expect.any(String)] },
        })
        expect(problem.parse(response.body).code ?? null).toBeNull()
      }
      expect(await anna.list()).toEqual([])
    })

    it('explains what to do about an unknown number', async () => {
      const anna = await customer()
      const response = await anna.add('0000000000')
      expect(response.status).toBe(404)
      const { message, errors } = problem.parse(response.body)
      expect(message).toContain('0000000000')
      expect(message).toContain('квитанци')
      expect(errors?.account).toEqual([message])
    })

    it('requires a number', async () => {
      const anna = await customer()
      for (const account of ['', '  ', '№']) {
        const response = await anna.add(account)
        expect(response.status).toBe(422)
        expect(problem.parse(response.body).errors?.account).toEqual([
          'Введите номер лицевого счёта: он напечатан в квитанции',
        ])
      }
    })

    it('rejects an account that is already on the list', async () => {
      const anna = await customer()
      await anna.own(flat)
      for (const proof of [undefined, codeOf(flat), wrongCode(1)]) {
        const response = await anna.add(flat, proof)
        expect(response.status).toBe(409)
        expect(problem.parse(response.body).message).toContain('уже добавлен')
      }
    })

    it('lets two customers add the same account', async () => {
      const [anna, igor] = [await customer(), await customer()]
      await anna.own(flat)
      await igor.own(flat)
      expect(await anna.remove(flat)).toBe(204)
      expect(await igor.list()).toHaveLength(1)
    })

    it('adds an account once when the form is sent many times concurrently', async () => {
      const anna = await customer()
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async () => (await anna.add(flat, codeOf(flat))).status),
      )
      expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    })

    it('makes exactly one of several concurrently added first accounts the default one', async () => {
      const anna = await customer()
      const added = [flat, room, dacha]
      await Promise.all(added.map((account) => anna.add(account, codeOf(account))))
      const accounts = await anna.list()
      expect(accounts).toHaveLength(3)
      expect(accounts.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    })
  })

  describe('guessing the answer', () => {
    const guesses = (count: number, one: (i: number) => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, i) => one(i)))

    it('is blocked after ten tries of a customer for an hour, also with the right answer', async () => {
      const anna = await customer()
      const statuses = (await guesses(40, (i) => anna.add(flat, wrongCode(i)))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10)

      const refused = await anna.add(flat, codeOf(flat))
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await anna.list()).toEqual([])
      // Another account of hers is not affected.
      await anna.own(dacha)

      world.pass(HOUR + 1)
      await anna.own(flat)
    })

    it('is blocked for a customer after thirty tries for any accounts', async () => {
      const anna = await customer()
      const statuses: number[] = []
      for (const account of [flat, room, dacha, untitled])
        for (let i = 0; i < 9; i++) statuses.push((await anna.add(account, wrongCode(i))).status)
      expect(statuses.filter((status) => status === 422)).toHaveLength(30)
      expect(statuses.filter((status) => status === 429)).toHaveLength(6)
    })

    it('allows each customer fewer tries after fifty wrong answers for an account in a day', async () => {
      for (let i = 0; i < 5; i++) {
        const neighbour = await customer()
        for (let guess = 0; guess < 10; guess++) await neighbour.add(dacha, wrongCode(guess))
      }
      const sixth = await customer()
      const statuses: number[] = []
      for (let i = 0; i < 7; i++) statuses.push((await sixth.add(dacha, wrongCode(i))).status)
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])
      world.pass(24 * HOUR + 1)
      expect((await sixth.add(dacha, wrongCode(8))).status).toBe(422)
    })

    const [customers, each] = isLongRun ? [250, 40] : [50, 12]
    const attempts = customers * each

    it(`${attempts} times, by many customers from many addresses, adds nothing and does not block the owner`, {
      timeout: 300_000,
    }, async () => {
      const atOnce = 25
      // First guesses the answers that outsiders can find out.
      const found = ['Ковалёв', '1 234,56', '31', flat]
      const seen: number[] = []
      for (let from = 0; from < customers; from += atOnce) {
        const attackers = await Promise.all(
          Array.from({ length: atOnce }, (_, i) => customer({ address: `198.51.100.${(from + i) % 200}` })),
        )
        for (let round = 0; round < each; round++) {
          const guessed = await guesses(atOnce, (i) => {
            const guess = found[round] ?? wrongCode((from + i) * each + round)
            const attacker = attackers[i]
            if (!attacker) throw new Error('there are as many attackers as guesses')
            // By the last round all tries are used up: then the code itself is rejected, too.
            return attacker.add(flat, round === each - 1 ? codeOf(flat) : guess)
          })
          seen.push(...guessed.map(({ status }) => status))
        }
        const owner = await customer({ address: '198.51.100.7' })
        expect((await owner.add(flat, wrongCode(1))).status).toBe(422)
        await owner.own(flat)
        expect(await owner.remove(flat)).toBe(204)
      }
      expect(seen).toHaveLength(attempts)
      expect([...new Set(seen)].toSorted()).toEqual([422, 429])
      // The first customers have ten tries, before the attack is noticed.
      const judged = seen.filter((status) => status === 422).length
      expect(judged).toBeLessThanOrEqual(atOnce * 10 + (customers - atOnce) * 5)
    })

    it('does not count right answers', async () => {
      const anna = await customer()
      for (let i = 0; i < 15; i++) {
        await anna.own(flat)
        expect(await anna.remove(flat)).toBe(204)
      }
    })
  })

  describe('the list', () => {
    it('is empty for a new customer', async () => {
      expect(await (await customer()).list()).toEqual([])
    })

    it('is in the order of adding, with balances from the ledger and the newest invoices', async () => {
      const anna = await customer()
      for (const account of [untitled, flat, room]) {
        await anna.own(account)
        world.pass(1000)
      }
      expect(await anna.list()).toMatchObject([
        { account: untitled, title: null, balance: 0, isDefault: true, lastInvoice: null },
        { account: flat, balance: 123_456, isDefault: false, lastInvoice: { period: '2026-09' } },
        { account: room, balance: -5_000, isDefault: false, lastInvoice: { period: '2025-12', total: 0 } },
      ])
    })

    it.each([
      ['number', '031186', [flat]],
      ['the number in groups', '401 003 1186', [flat]],
      ['part of the title', 'КВАРТ', [flat]],
      ['address in capitals', 'ТИХОБЕРЕЖСК', [flat, room, untitled]],
      ['е for ё', 'зеленая', [flat]],
      ['ё for е', 'тёнистый', [room]],
      ['parts of words, in any order', 'береж рыб', [untitled]],
      ['punctuation', 'ул. Зелёная, д. 14', [flat]],
      ['nothing that fits', 'Садовая', []],
      ['one word that fits and one that does not', 'дача квартира', []],
      ['a percent sign', '55%', [dacha]],
      ['a lone wildcard', '%', [flat, room, dacha, untitled]],
      ['an underline', '76_2', [dacha]],
      ['a quote', "'", [flat, room, dacha, untitled]],
      ['spaces', '   ', [flat, room, dacha, untitled]],
    ])('is filtered by %s: %s', async (_, filter, expected) => {
      const anna = await customer()
      await anna.own(flat, room, dacha, untitled)
      expect((await anna.found(filter)).toSorted()).toEqual(expected.toSorted())
    })

    it('accepts a filter of any length', async () => {
      const anna = await customer()
      await anna.own(flat)
      expect(await anna.list(`${'кв '.repeat(2_000)}`)).toHaveLength(1)
      expect(await anna.list('я'.repeat(5_000))).toEqual([])
    })
  })

  describe('the default account', () => {
    it('is the first one until another is set', async () => {
      const anna = await customer()
      expect(await anna.defaultAccount()).toBeNull()
      await anna.own(flat, room)
      expect(await anna.defaultAccount()).toBe(flat)
      expect(await anna.setDefault(room)).toBe(204)
      expect(await anna.defaultAccount()).toBe(room)
      expect(await anna.setDefault(room)).toBe(204)
      expect((await anna.list()).filter(({ isDefault }) => isDefault).map(({ account }) => account)).toEqual([
        room,
      ])
    })

    it('does not exist after its deletion until another is set', async () => {
      const anna = await customer()
      await anna.own(flat, room)
      expect(await anna.remove(flat)).toBe(204)
      expect(await anna.defaultAccount()).toBeNull()
      await anna.own(dacha)
      expect(await anna.defaultAccount()).toBeNull()
      expect(await anna.setDefault(room)).toBe(204)
      expect(await anna.defaultAccount()).toBe(room)
    })

    it('stays when another one is deleted', async () => {
      const anna = await customer()
      await anna.own(flat, room)
      expect(await anna.remove(room)).toBe(204)
      expect(await anna.defaultAccount()).toBe(flat)
    })

    it('is exactly one when many are set concurrently', async () => {
      const anna = await customer()
      const accounts = [flat, room, dacha, untitled]
      await anna.own(...accounts)
      const statuses = await Promise.all(
        Array.from({ length: 24 }, (_, i) => anna.setDefault(accounts[i % accounts.length] ?? flat)),
      )
      expect(new Set(statuses)).toEqual(new Set([204]))
      expect((await anna.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    })
  })

  describe('access by another customer', () => {
    it("never shows, sets or deletes somebody else's account: it is not there", async () => {
      const [anna, igor] = [await customer(), await customer()]
      await anna.own(flat)
      await igor.own(room)
      for (const account of [flat, 'unknown', '%', '../x', "' or 1=1 --"]) {
        expect(await igor.setDefault(account)).toBe(404)
        expect(await igor.remove(account)).toBe(404)
      }
      expect(await igor.found('Зелёная')).toEqual([])
      expect(await igor.defaultAccount()).toBe(room)
      expect(await anna.list()).toMatchObject([{ account: flat, isDefault: true }])
    })

    it('shows a name of one’s own to its customer alone, and finds the account by it', async () => {
      const [anna, igor] = [await customer(), await customer()]
      await anna.own(flat)
      await igor.own(flat)
      const renamed = await anna.rename(flat, '  Мамина\u202e ёлка\r\n ')
      expect(renamed.status).toBe(200)
      const { data } = accountAnswer.parse(renamed.body)
      expect(data).toMatchObject({ account: flat, title: 'Мамина ёлка', companyTitle: 'Квартира' })
      expect(await anna.list()).toEqual([data])
      expect(await anna.found('МАМИНА елка зеленая')).toEqual([flat])
      expect(await anna.found('квартира')).toEqual([flat])
      expect(await igor.found('мамина')).toEqual([])
      const [igors] = await igor.list()
      expect(igors).toMatchObject({ title: 'Квартира' })
      expect(igors).not.toHaveProperty('companyTitle')
    })

    it.each([null, 'Квартира'])('%j gives the company’s title back', async (title) => {
      const anna = await customer()
      await anna.own(flat)
      await anna.rename(flat, 'Мамина')
      const { status, body } = await anna.rename(flat, title)
      expect(status).toBe(200)
      expect(accountAnswer.parse(body).data).toMatchObject({ title: 'Квартира' })
      expect(body).not.toHaveProperty('data.companyTitle')
      expect(await anna.found('мамина')).toEqual([])
    })

    it('refuses a name that is too long, and any for an account of somebody else', async () => {
      const anna = await customer()
      await anna.own(untitled)
      const { status, body } = await anna.rename(untitled, '🏡'.repeat(41))
      expect(status).toBe(422)
      expect(problem.parse(body).errors?.title).toHaveLength(1)
      expect(await anna.list()).toMatchObject([{ title: null }])
      expect((await anna.rename(flat, 'Чужая')).status).toBe(404)
    })

    it('deletes once', async () => {
      const anna = await customer()
      await anna.own(flat)
      expect(await anna.remove(flat)).toBe(204)
      expect(await anna.remove(flat)).toBe(404)
      expect(await anna.setDefault(flat)).toBe(404)
    })
  })
})

async function fillRegister({ db }: Database) {
  await db
    .insertInto('payees')
    .values({
      id: 'payee',
      name: 'ООО «Дом и свет»',
      inn: '7707083893',
      bank_name: 'Банк',
      bic: '044525225',
      correspondent_account: '30101810400000000225',
      settlement_account: '40702810138250123017',
    })
    .execute()
  await db
    .insertInto('register_accounts')
    .values(
      register.map(({ code, ...entry }) => ({
        ...entry,
        search_text: searchText(entry.account, entry.title, entry.address),
        ...registeredProof(entry.account, { kind: 'access_code', answer: code }),
        payee_id: 'payee',
      })),
    )
    .execute()
  await db
    .insertInto('register_accounts')
    .values({
      account: retired,
      address: 'г. Тихобережск, ул. Зелёная, д. 14, кв. 32',
      payer_name: 'Соболев Михаил Юрьевич',
      search_text: '',
      proof_answer_hash: '',
      payee_id: 'payee',
    })
    .execute()
  const invoice = {
    issued_at: '2026-10-01',
    opening_balance: 100,
    lines: '[]',
    penalty: 5,
    paid: 50,
    parties: '{}',
  }
  await db
    .insertInto('invoices')
    .values([
      { ...invoice, id: '1', account: flat, period: '2026-08', due_at: '2026-09-15', charged: 1 },
      { ...invoice, id: '2', account: flat, period: '2026-09', due_at: '2026-10-15', charged: 200_000 },
      { ...invoice, id: '3', account: flat, period: '2025-12', due_at: '2026-01-15', charged: 2 },
      { ...invoice, id: '4', account: room, period: '2025-12', due_at: '2026-01-15', charged: -55 },
    ])
    .execute()
  const entry = { kind: 'charge', happened_at: '2026-10-01T00:00:00.000Z' } as const
  await db
    .insertInto('ledger_entries')
    .values([
      { ...entry, id: '1', account: flat, amount: 200_000 },
      { ...entry, id: '2', account: flat, amount: -76_544, kind: 'payment' },
      { ...entry, id: '3', account: room, amount: -5_000, kind: 'payment' },
    ])
    .execute()
}
