import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '../tests/support/long-run'
import { debtsOf, divideAmount, type OwingAccount, totalOwed } from './divide-amount'
import { toKopecks } from './money'

const RUNS = times(2_000, 100_000)

const at = (account: string, ...debts: [string | null, number][]): OwingAccount => ({
  account,
  debts: debts.map(([period, amount]) => ({ period, amount: toKopecks(amount) })),
})

describe('a sum for several accounts', () => {
  const home = at('1', ['2026-08', 45_050], ['2026-09', 200_000])
  const flat = at('2', ['2026-07', 100], ['2026-09', 50_000])

  it('pays the oldest debts first, over all accounts', () => {
    expect(divideAmount([home, flat], toKopecks(45_100))).toEqual([
      { account: '1', amount: 45_000, debts: [{ period: '2026-08', amount: 45_000 }] },
      { account: '2', amount: 100, debts: [{ period: '2026-07', amount: 100 }] },
    ])
  })

  it('pays of one period the account that is named first', () => {
    expect(divideAmount([flat, home], toKopecks(45_151))).toEqual([
      {
        account: '2',
        amount: 101,
        debts: [
          { period: '2026-07', amount: 100 },
          { period: '2026-09', amount: 1 },
        ],
      },
      { account: '1', amount: 45_050, debts: [{ period: '2026-08', amount: 45_050 }] },
    ])
  })

  it('leaves out accounts that get nothing, and ones that owe nothing', () => {
    expect(divideAmount([home, at('3'), flat], toKopecks(100)).map(({ account }) => account)).toEqual(['2'])
  })

  it('takes a debt that no invoice tells of for the oldest', () => {
    expect(divideAmount([home, at('4', [null, 5])], toKopecks(5))).toEqual([
      { account: '4', amount: 5, debts: [{ period: null, amount: 5 }] },
    ])
  })

  const period = fc
    .tuple(fc.integer({ min: 2020, max: 2027 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)
  const owing = fc
    .array(
      fc.uniqueArray(fc.record({ period, amount: fc.integer({ min: 1, max: 100_000_000 }).map(toKopecks) }), {
        selector: (debt) => debt.period,
        maxLength: 6,
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map((debts, index) => ({ account: `${1_000_000_000 + index}`, debts })))

  it(`is divided to the kopeck, and nobody gets more than is owed, in ${RUNS} cases`, () => {
    let cases = 0
    let parts = 0
    fc.assert(
      fc.property(owing, fc.nat({ max: 1_000_000 }), (accounts, part) => {
        const owed = totalOwed(accounts)
        const amount = toKopecks(Math.round((owed * part) / 1_000_000))
        const shares = divideAmount(accounts, amount)
        cases += 1
        parts += shares.length
        expect(shares.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
        const paid = new Map<string, number>()
        for (const share of shares) {
          expect(share.amount).toBeGreaterThan(0)
          expect(share.debts.reduce((sum, debt) => sum + debt.amount, 0)).toBe(share.amount)
          for (const debt of share.debts) paid.set(`${share.account} ${debt.period}`, debt.amount)
        }
        expect(new Set(shares.map(({ account }) => account)).size).toBe(shares.length)
        const debts = accounts.flatMap(({ account, debts: all }) =>
          all.map((debt) => ({ ...debt, paid: paid.get(`${account} ${debt.period}`) ?? 0 })),
        )
        for (const debt of debts) expect(debt.paid).toBeLessThanOrEqual(debt.amount)
        // Nothing newer is paid before all that is older.
        const newestPaid = Math.max(0, ...debts.filter((debt) => debt.paid > 0).map(monthOf))
        for (const debt of debts) if (monthOf(debt) < newestPaid) expect(debt.paid).toBe(debt.amount)
      }),
      { numRuns: RUNS, seed: 22 },
    )
    console.info(`divided: ${cases} cases, ${parts} parts`)
    expect(cases).toBe(RUNS)
    expect(parts).toBeGreaterThan(RUNS)
  }, 300_000)
})

const monthOf = ({ period }: { period: string | null }) => Number((period ?? '0').replace('-', ''))

describe('a balance', () => {
  const billed = [
    { period: '2026-07', added: toKopecks(100) },
    { period: '2026-08', added: toKopecks(200) },
    { period: '2026-09', added: toKopecks(300) },
  ]

  it.each([
    [
      600,
      [
        ['2026-07', 100],
        ['2026-08', 200],
        ['2026-09', 300],
      ],
    ],
    [
      450,
      [
        ['2026-08', 150],
        ['2026-09', 300],
      ],
    ],
    [300, [['2026-09', 300]]],
    [1, [['2026-09', 1]]],
    [0, []],
    [-5, []],
    [
      1_000,
      [
        ['2026-07', 500],
        ['2026-08', 200],
        ['2026-09', 300],
      ],
    ],
  ])('of %i is the debt of %j', (balance, expected) => {
    expect(debtsOf(toKopecks(balance), billed).map(({ period, amount }) => [period, amount])).toEqual(
      expected,
    )
  })

  it('is of no period without invoices', () => {
    expect(debtsOf(toKopecks(7), [])).toEqual([{ period: null, amount: 7 }])
  })

  it('is owed for no invoice that has lowered the debt', () => {
    expect(
      debtsOf(toKopecks(250), [
        { period: '2026-08', added: toKopecks(300) },
        { period: '2026-09', added: toKopecks(-50) },
      ]),
    ).toEqual([{ period: '2026-08', amount: 250 }])
  })
})
