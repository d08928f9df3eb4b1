import { explanation as shape } from 'contract/explanation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedInvoice, type ComparedLine, explainDifference } from './explain-difference'
import { type StoredLine, storedLine } from './stored-invoice'

const line = (changes: object = {}): StoredLine =>
  storedLine.parse({
    service: 'Вода',
    unit: 'м³',
    volume: 10,
    tariff: 4320,
    charged: 43_200,
    total: 43_200,
    ...changes,
  })

const invoiceOf = (lines: ComparedLine[], changes: Partial<ComparedInvoice> = {}): ComparedInvoice => ({
  period: '2026-10',
  openingBalance: 0,
  lines,
  charged: lines.reduce((sum, { total }) => sum + total, 0),
  penalty: 0,
  penaltyDays: null,
  paid: 0,
  ...changes,
})

const stepsOf = (is: StoredLine[], was: StoredLine[]) =>
  explainDifference(invoiceOf(is), invoiceOf(was, { period: '2026-09' })).steps

describe('the steps of a line', () => {
  it('are the tariff for the earlier volume, and the volume for the rest', () => {
    expect(stepsOf([line({ volume: 12.3, tariff: 4560, charged: 56_088, total: 56_088 })], [line()])).toEqual(
      [
        { kind: 'tariff', service: 'Вода', unit: 'м³', from: 4320, to: 4560, amount: 2_400 },
        { kind: 'volume', service: 'Вода', unit: 'м³', from: 10, to: 12.3, amount: 10_488 },
      ],
    )
  })

  it.each([
    ['tariff', { tariff: 4560, charged: 45_601, total: 45_601 }, 2_401],
    ['volume', { volume: 11, charged: 47_519, total: 47_519 }, 4_319],
  ])('are one where only the %s differs, with all that rounding left', (kind, changes, amount) => {
    expect(stepsOf([line(changes)], [line()])).toMatchObject([{ kind, amount }])
  })

  it('are the way of counting where that differs, in place of the volume', () => {
    const was = line({ method: 'norm' })
    const is = line({ method: 'meter', volume: 8, tariff: 4400, charged: 35_200, total: 35_200 })
    expect(stepsOf([is], [was])).toMatchObject([
      { kind: 'tariff', amount: 800 },
      { kind: 'method', from: 'norm', to: 'meter', amount: -8_800 },
    ])
    expect(stepsOf([line({ method: 'meter' })], [was])).toMatchObject([{ kind: 'method', amount: 0 }])
    expect(stepsOf([line({ method: 'meter' })], [line()])).toEqual([])
    const more = line({ method: 'norm', volume: 11, charged: 47_520, total: 47_520 })
    expect(stepsOf([more], [was])).toMatchObject([{ kind: 'volume', from: 10, to: 11, amount: 4_320 }])
  })

  it.each([
    ['neither a volume nor a tariff', { volume: null, tariff: null }, { volume: null, tariff: null }],
    ['the same volume and tariff', {}, {}],
    ['a tariff in one invoice only', {}, { tariff: null }],
    ['a tariff in the older invoice only', { tariff: null }, {}],
    ['a volume in one invoice only', { volume: null }, {}],
    ['a volume in the newer invoice only', {}, { volume: null }],
  ])('are another reason where the line tells %s', (_, is, was) => {
    expect(stepsOf([line({ ...is, charged: 50_000, total: 50_000 })], [line(was)])).toEqual([
      { kind: 'other', service: 'Вода', unit: 'м³', amount: 6_800 },
    ])
  })

  it('are another reason where the line has another unit: its volumes and tariffs can’t be compared', () => {
    const byHeat = { unit: 'Гкал', volume: 0.5, tariff: 250_000, charged: 125_000, total: 125_000 }
    const [is, was] = [[line(byHeat)], [line()]]
    expect(stepsOf(is, was)).toEqual([{ kind: 'other', service: 'Вода', unit: 'Гкал', amount: 81_800 }])
    const [shown] = explainDifference(invoiceOf(is), invoiceOf(was)).lines
    expect(shown).toMatchObject({ volume: 0.5, tariff: 250_000, charged: 125_000, againstCharged: 43_200 })
    expect([shown?.againstVolume, shown?.againstTariff]).toEqual([undefined, undefined])
  })

  it('are another way of counting also where it has another unit', () => {
    const byNorm = { unit: 'чел.', volume: 2, tariff: 4320, charged: 8_640, total: 8_640, method: 'norm' }
    expect(stepsOf([line(byNorm)], [line({ method: 'meter' })])).toEqual([
      { kind: 'method', service: 'Вода', unit: 'чел.', from: 'meter', to: 'norm', amount: -34_560 },
    ])
  })

  it('are added and removed services, each with its recalculation and its benefit', () => {
    const heating = line({
      service: 'Отопление',
      charged: 9_000,
      recalculation: -500,
      benefit: 2_000,
      total: 6_500,
    })
    expect(stepsOf([heating], [line()])).toMatchObject([
      { kind: 'added', service: 'Отопление', amount: 9_000 },
      { kind: 'recalculation', from: 0, to: -500, amount: -500 },
      { kind: 'benefit', from: 0, to: 2_000, amount: -2_000 },
      { kind: 'removed', service: 'Вода', amount: -43_200 },
    ])
  })

  it('are of the same line where a service has several', () => {
    const hot = line({ charged: 1_000, total: 1_000, volume: 1, tariff: 1_000 })
    const { lines } = explainDifference(invoiceOf([line(), hot]), invoiceOf([line(), hot]))
    expect(lines.map(({ charged, againstCharged }) => [charged, againstCharged])).toEqual([
      [43_200, 43_200],
      [1_000, 1_000],
    ])
  })
})

describe('a service with another number of lines than before', () => {
  const power = (volume: number, tariff: number, changes: object = {}) =>
    line({
      service: 'Электроэнергия',
      unit: 'кВт·ч',
      volume,
      tariff,
      charged: volume * tariff,
      total: volume * tariff,
      ...changes,
    })
  const single = [power(200, 600)]
  const split = [power(100, 600), power(100, 700)]

  it.each([
    ['has a dearer tariff from the middle of the month on', split, single, 600, 650, 10_000],
    ['has the dearer tariff alone', [power(200, 700)], split, 650, 700, 10_000],
  ])('is compared by the sums of its lines where it %s', (_, is, was, from, to, amount) => {
    expect(stepsOf(is, was)).toEqual([
      { kind: 'tariff', service: 'Электроэнергия', unit: 'кВт·ч', from, to, amount },
    ])
    expect(explainDifference(invoiceOf(is), invoiceOf(was)).lines).toHaveLength(1)
  })

  it('keeps the tariff that all its lines have, and adds up all else', () => {
    const is = [
      power(0.1, 4320, { charged: 432, recalculation: -50, total: 382, method: 'meter' }),
      power(0.2, 4320, { charged: 865, total: 800, method: 'meter' }),
    ]
    const was = [power(0.2, 4320, { method: 'norm' })]
    expect(stepsOf(is, was)).toMatchObject([
      { kind: 'method', from: 'norm', to: 'meter', amount: 433 },
      { kind: 'recalculation', from: 0, to: -50, amount: -50 },
      { kind: 'benefit', from: 0, to: 65, amount: -65 },
    ])
    expect(explainDifference(invoiceOf(is), invoiceOf(was)).lines).toMatchObject([
      { volume: 0.3, tariff: 4320, charged: 1_297, againstVolume: 0.2, againstTariff: 4320 },
    ])
  })

  it('has no tariff where nothing was used', () => {
    expect(stepsOf([power(0, 600), power(0, 700)], single)).toMatchObject([
      { kind: 'volume', from: 200, to: 0, amount: -120_000 },
    ])
  })

  it('is compared line by line where all its lines have another unit', () => {
    const byHead = [power(1, 600, { unit: 'чел.' }), power(2, 600, { unit: 'чел.' })]
    expect(stepsOf(byHead, single)).toEqual([
      { kind: 'other', service: 'Электроэнергия', unit: 'чел.', amount: -119_400 },
      { kind: 'other', service: 'Электроэнергия', unit: 'чел.', amount: 1_200 },
    ])
  })

  it.each([
    ['no volume', { volume: null }],
    ['another unit', { unit: 'чел.' }],
  ])('has another reason for each further line where one has %s', (_, changes) => {
    const other = power(100, 700, { charged: 70_000, total: 70_000, ...changes })
    const longer = [power(300, 600), other]
    expect(stepsOf(longer, single)).toMatchObject([
      { kind: 'volume', from: 200, to: 300, amount: 60_000 },
      { kind: 'other', service: 'Электроэнергия', amount: 70_000 },
    ])
    expect(stepsOf(single, longer)).toMatchObject([
      { kind: 'volume', from: 300, to: 200, amount: -60_000 },
      { kind: 'other', service: 'Электроэнергия', amount: -70_000 },
    ])
  })
})

describe('the steps of an invoice', () => {
  it('are its balance, its penalty and what was paid', () => {
    const was = invoiceOf([line()], { period: '2026-09', openingBalance: -100, paid: 43_100 })
    const is = invoiceOf([line()], { openingBalance: 500, penalty: 70, paid: 10 })
    expect(explainDifference(is, was)).toMatchObject({
      period: '2026-10',
      against: '2026-09',
      total: 43_760,
      againstTotal: 0,
      steps: [
        { kind: 'opening', from: -100, to: 500, amount: 600 },
        { kind: 'penalty', from: 0, to: 70, amount: 70 },
        { kind: 'paid', from: 43_100, to: 10, amount: 43_090 },
      ],
    })
  })

  it('have what no line explains as another reason', () => {
    expect(explainDifference(invoiceOf([], { charged: 300 }), invoiceOf([])).steps).toEqual([
      { kind: 'other', amount: 300 },
    ])
    expect(explainDifference(invoiceOf([], { charged: 300 }), invoiceOf([], { charged: 100 })).steps).toEqual(
      [{ kind: 'other', amount: 200 }],
    )
  })

  it('come with the days of the penalty where those are known', () => {
    const day = { from: '2026-09-16', to: '2026-09-30', base: 1_000, rate: '9.5', days: 15, amount: 70 }
    const penaltyDaysOf = (penaltyDays: ComparedInvoice['penaltyDays']) =>
      explainDifference(invoiceOf([], { penalty: 70, penaltyDays }), invoiceOf([]))
    expect(penaltyDaysOf([day])).toMatchObject({ penaltyDays: [day] })
    expect(penaltyDaysOf([])).not.toHaveProperty('penaltyDays')
    expect(penaltyDaysOf(null)).not.toHaveProperty('penaltyDays')
  })
})

const sums = fc.integer({ min: -10_000_000, max: 10_000_000 })
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { freq: 4 })

/** Lines of a few services, so that two invoices share some; half of them are charged as volume by tariff. */
const anyLine = fc
  .record({
    service: fc.constantFrom('Отопление', 'Вода', 'Вывоз отходов', 'Домофон', 'Свет'),
    unit: maybe(fc.constantFrom('м³', 'Гкал')),
    volume: maybe(fc.integer({ min: 0, max: 9_999_999 }).map((thousandths) => thousandths / 1000)),
    tariff: maybe(fc.integer({ min: 1, max: 99_999_999 }).map((hundredths) => hundredths / 100)),
    method: maybe(fc.constantFrom('meter', 'average', 'norm', 'area', 'fixed', 'people')),
    fixed: fc.integer({ min: 0, max: 10_000_000 }),
    isProduct: fc.boolean(),
    recalculation: maybe(sums),
    benefit: maybe(fc.integer({ min: 0, max: 1_000_000 })),
  })
  .map(({ fixed, isProduct, ...parts }) => {
    const charged =
      isProduct && parts.volume !== null && parts.tariff !== null
        ? Math.round(parts.volume * parts.tariff)
        : fixed
    return storedLine.parse({
      ...parts,
      charged,
      total: charged + (parts.recalculation ?? 0) - (parts.benefit ?? 0),
    })
  })

const anyInvoice = (period: string) =>
  fc
    .record({
      lines: fc.array(anyLine, { maxLength: 8 }),
      openingBalance: sums,
      penalty: fc.nat(1_000_000),
      paid: sums,
    })
    .map(({ lines, ...rest }) => invoiceOf(lines, { period, ...rest }))

/** The next invoice: often the same lines with one thing changed, as from month to month. */
const anyNext = (was: ComparedInvoice) =>
  fc.oneof(
    anyInvoice('2026-10'),
    fc.array(fc.tuple(fc.nat(8), anyLine), { maxLength: 3 }).map((changes) => {
      const lines = [...was.lines]
      for (const [at, other] of changes) {
        const old = lines[at]
        if (old) lines[at] = { ...other, service: old.service }
      }
      return invoiceOf(lines, { openingBalance: was.openingBalance })
    }),
  )

const servicesOf = ({ lines }: ComparedInvoice) => lines.map(({ service }) => service)

const RUNS = 10_000

describe('any two invoices', () => {
  it('differ by the sum of the steps, to the kopeck and by reasons that the lines tell', () => {
    let pairs = 0
    let steps = 0
    const pair = anyInvoice('2026-09').chain((was) => anyNext(was).map((is) => [is, was] as const))
    fc.assert(
      fc.property(pair, ([is, was]) => {
        const explained = explainDifference(is, was)
        const amounts = explained.steps.map(({ amount }) => amount)
        const totalOf = ({ openingBalance, lines, penalty, paid }: ComparedInvoice) =>
          openingBalance + lines.reduce((sum, { total }) => sum + total, 0) + penalty - paid
        expect(explained.total).toBe(totalOf(is))
        expect(explained.againstTotal).toBe(totalOf(was))
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(totalOf(is) - totalOf(was))
        const tariffs = explained.lines.map(({ service, againstTariff, tariff }) => [
          service,
          againstTariff,
          tariff,
        ])
        for (const step of explained.steps) {
          if (step.kind === 'other') expect(step.service).toBeDefined()
          if (step.kind === 'added') expect(servicesOf(was)).not.toContain(step.service)
          if (step.kind === 'removed') expect(servicesOf(is)).not.toContain(step.service)
          if (step.kind !== 'tariff') continue
          expect(step.from).not.toBe(step.to)
          expect(tariffs).toContainEqual([step.service, step.from, step.to])
        }
        expect(amounts.every(Number.isSafeInteger)).toBe(true)
        expect(shape.safeParse(explained).success).toBe(true)
        pairs += 1
        steps += amounts.length
      }),
      { numRuns: RUNS },
    )
    expect(pairs).toBe(RUNS)
    console.info(`${pairs} pairs of invoices: ${steps} steps, none a kopeck off`)
  }, 120_000)
})
