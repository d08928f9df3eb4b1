import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { describeOn, type FreshDatabase, freshDatabase } from '../../support/databases'
import { printFigure, times } from '../../support/long-run'
import type { Browser } from '../support/browser'
import '../support/matchers'
import type { Page } from '../support/page'
import { type Deployment, startEmbedded, startSplit } from '../support/standings'

vi.setConfig({ testTimeout: times(180_000, 1_800_000) })

/** How often each replica is killed. */
const ROUNDS = times(1, 10)
/** Of one payer: below the limits of an hour. */
const PAYMENTS_AT_MOST = 25

const CARD = '5555555555554444'
const [ANNAS_FLAT, ANNAS_INTERNET, NINAS_FLAT, NINAS_ROOM] = [
  '4010028513',
  '7120004468',
  '4010031902',
  '4010044720',
]

/** Repeats a request that got lost or failed, as a patient visitor does. */
const patiently = (ask: () => Promise<Page>): Promise<Page> =>
  vi.waitFor(
    async () => {
      const page = await ask()
      expect(page.status, page.title).toBeLessThan(500)
      return page
    },
    { timeout: 60_000, interval: 50 },
  )

/** Presses the button twice at once by mistake. */
const pressesTwice = (visitor: Browser, page: Page, button: string, typed: Parameters<Browser['press']>[2]) =>
  Promise.all([1, 2].map(() => patiently(() => visitor.press(page, button, typed))))

describeOn('postgres', 'replicas that are killed and started again one after another', () => {
  let fresh: FreshDatabase
  let deployment: Deployment

  afterEach(async () => {
    await deployment.close()
    await fresh.drop()
  })

  let ledToLogin = 0
  /**
   * Opens a page of a customer. If the call that says who they are gets lost, the page leads to the login, but the cookie
   * stays, so that the page opens the next time. A customer who has been signed out never gets there.
   */
  const opens = (visitor: Browser, path: string) =>
    vi.waitFor(
      async () => {
        const page = await patiently(() => visitor.get(path))
        if (page.location?.startsWith('/login')) ledToLogin += 1
        expect([page.status, page.location]).toEqual([200, undefined])
        return page
      },
      { timeout: 60_000, interval: 50 },
    )

  /** The bank's page of the payment that the form has begun, however often it was pressed. */
  const banksPage = async (visitor: Browser, page: Page, button: string, typed = {}) => {
    const pressed = await pressesTwice(visitor, page, button, typed)
    // A press that meets the payment of the other one may be asked about it first; it is the same payment then.
    const begun = await Promise.all(
      pressed.map((answer) => {
        const again = answer.buttons.find((text) => /^(Заплатить заново|Всё равно заплатить)/.test(text))
        return again ? patiently(() => visitor.press(answer, again)) : answer
      }),
    )
    const [first, second] = begun.map(({ status, location, errorSummary }) => ({
      status,
      location,
      errorSummary,
    }))
    expect(first).toEqual({
      status: 303,
      location: expect.stringContaining('/sandbox-bank/pay/'),
      errorSummary: [],
    })
    expect(second).toEqual(first)
    return new URL(first?.location ?? '').pathname
  }

  /** Pays at the bank, and is back at the portal when the payment's result is known. */
  const paysAtBank = async (visitor: Browser, path: string, h1: RegExp) => {
    const bank = deployment.atBank(visitor)
    const paid = await patiently(() => bank.post(path, { card: CARD }))
    const back = paid.location ?? paid.links.find((link) => link.includes('success')) ?? ''
    const { pathname, search } = new URL(back)
    await vi.waitFor(async () => expect((await opens(visitor, pathname + search)).h1).toMatch(h1), {
      timeout: 60_000,
      interval: 100,
    })
  }

  /** In kopecks, all different. */
  const sums: number[] = []
  const nextSum = () => {
    const kopecks = 1_000 + sums.length
    sums.push(kopecks)
    return (kopecks / 100).toFixed(2)
  }

  const paysOneByOne = async (visitor: Browser, path: string, typed: object, goesOn: () => boolean) => {
    for (let nth = 0; goesOn() && nth < PAYMENTS_AT_MOST; nth++) {
      const page = await opens(visitor, path)
      const bank = await banksPage(visitor, page, 'Оплатить', { ...typed, amount: nextSum() })
      await paysAtBank(visitor, bank, /^Оплачено 10,/)
    }
  }

  const connectsAutopayment = async (visitor: Browser) => {
    const page = await opens(visitor, `/personal/autopayments/new?account=${ANNAS_INTERNET}`)
    const typed = { rule: 'monthly', day: '10', amount: '150', limit: '9000', consent: true }
    await paysAtBank(
      visitor,
      await banksPage(visitor, page, 'Подключить автоплатёж', typed),
      /^Автоплатёж подключён/,
    )
  }

  const changesProfile = async (visitor: Browser, goesOn: () => boolean) => {
    for (let nth = 0; goesOn(); nth++) {
      const phone = `+7999${String(1_000_000 + nth)}`
      const page = await opens(visitor, '/personal/profile')
      for (const answer of await pressesTwice(visitor, page, 'Сохранить', { phone }))
        expect(answer).toHaveRedirect('/personal/profile', 303)
      const stored = (await opens(visitor, '/personal/profile')).field('phone').value
      expect(stored.replace(/[^\d+]/g, '')).toBe(phone)
    }
  }

  const signedIn = async (email = deployment.login.email) => {
    const visitor = deployment.visitor()
    const { password } = deployment.login
    const page = await opens(visitor, '/login')
    const answer = await patiently(() => visitor.press(page, 'Войти', { email, password }))
    expect(answer).toHaveRedirect('/personal', 303)
    return visitor
  }

  const killInTurn = async () => {
    for (let round = 0; round < ROUNDS; round++)
      for (const replicas of deployment.all)
        for (let index = 0; index < replicas.count; index++) {
          await replicas.kill(index)
          await replicas.startAgain(index)
        }
  }

  const query = async (sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: fresh.databaseUrl })
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    await client.end()
    return rows.flat()
  }

  describe.each([
    { name: 'three portals', start: startEmbedded },
    { name: 'two portals before two APIs', start: startSplit },
  ])('$name', ({ name, start }) => {
    test('nobody is signed out, and each payment is charged once', async () => {
      sums.length = 0
      ledToLogin = 0
      fresh = await freshDatabase('postgres')
      deployment = await start(fresh)
      const [anna, nina, profile] = [await signedIn(), await signedIn('nina@mail.example'), await signedIn()]
      const guest = deployment.visitor()
      const chargedBefore = await query('select merchant_payment from sandbox_charges')

      let isKilling = true
      const goesOn = () => isKilling
      await Promise.all([
        killInTurn().finally(() => {
          isKilling = false
        }),
        paysOneByOne(anna, `/personal/pay?account=${ANNAS_FLAT}`, {}, goesOn),
        paysOneByOne(nina, `/personal/pay?account=${NINAS_FLAT}`, {}, goesOn),
        paysOneByOne(guest, `/pay?account=${NINAS_ROOM}`, { email: 'olga@mail.example' }, goesOn),
        changesProfile(profile, goesOn),
        connectsAutopayment(await signedIn()),
      ])

      const wanted = sums.toSorted((a, b) => a - b)
      const inRange = 'amount between 1000 and 2000'
      const count = (rows: unknown[]) => rows.map(Number)
      expect(chargedBefore).toEqual([])
      expect(wanted.length).toBeGreaterThan(2)
      // The bank's own books, then ours.
      expect(
        count(await query(`select amount from sandbox_charges where ${inRange} order by amount`)),
      ).toEqual(wanted)
      expect(
        count(
          await query(
            `select -amount from ledger_entries where kind = 'payment' and amount between -2000 and -1000
              and payment_id in (select merchant_payment from sandbox_charges) order by -amount`,
          ),
        ),
      ).toEqual(wanted)
      expect(
        count(await query(`select count(*) from autopayments where account = '${ANNAS_INTERNET}'`)),
      ).toEqual([1])
      // With the API in the same process the call can't get lost alone.
      if (deployment.all.length === 1) expect(ledToLogin).toBe(0)
      const lost = deployment.all.reduce((sum, { balancer }) => sum + balancer.lost().length, 0)
      const killed = ROUNDS * deployment.all.reduce((sum, { count }) => sum + count, 0)
      printFigure(
        21,
        `${name}, ${killed} kills: ${wanted.length} payments, each charged once, ${lost} requests lost, ` +
          `${ledToLogin} pages without their customer`,
      )
    })
  })
})
