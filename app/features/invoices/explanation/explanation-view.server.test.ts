import { explanation as shape } from 'contract/explanation'
import { type Invoice, invoice as invoiceShape } from 'contract/invoices'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { anInvoice } from '../test-invoice'
import type { StepView } from './explanation-view.server'
import { viewOfExplanation } from './explanation-view.server'

type Wire = z.input<typeof shape>
type WireStep = Wire['steps'][number]

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

const viewOf = (steps: WireStep[], changes: Partial<Wire> = {}, invoice: Invoice | null = null) => {
  const total = steps.reduce((sum, { amount }) => sum + amount, 100_000)
  return viewOfExplanation(
    shape.parse({
      period: '2026-10',
      against: '2026-09',
      total,
      againstTotal: 100_000,
      steps,
      lines: [],
      ...changes,
    }),
    invoice,
  )
}

const service = 'Отопление'

describe('the sentence', () => {
  it.each<[string, WireStep]>([
    ['включили отопление', { kind: 'added', service, amount: 41_230 }],
    ['включили отопление', { kind: 'volume', service, from: 0, to: 0.6, amount: 41_230 }],
    ['добавилась услуга «Домофон»', { kind: 'added', service: 'Домофон', amount: 41_230 }],
    ['добавилась услуга', { kind: 'added', amount: 41_230 }],
    ['вырос тариф услуги «Вода»', { kind: 'tariff', service: 'Вода', from: 4320, to: 4560, amount: 41_230 }],
    ['вырос объём услуги «Вода»', { kind: 'volume', service: 'Вода', from: 1, to: 2, amount: 41_230 }],
    [
      'услугу «Вода» теперь считают по нормативу',
      { kind: 'method', service: 'Вода', to: 'norm', amount: 41_230 },
    ],
    [
      'услугу «Вода» теперь считают фиксированной суммой',
      { kind: 'method', service: 'Вода', to: 'fixed', amount: 41_230 },
    ],
    ['изменился способ расчёта услуги «Вода»', { kind: 'method', service: 'Вода', amount: 41_230 }],
    [
      'перерасчёт по услуге «Вода»',
      { kind: 'recalculation', service: 'Вода', from: 0, to: 41_230, amount: 41_230 },
    ],
    ['льгота меньше', { kind: 'benefit', from: 41_230, to: 0, amount: 41_230 }],
    ['начислены пени', { kind: 'penalty', from: 0, to: 41_230, amount: 41_230 }],
    ['выросли пени', { kind: 'penalty', from: 1, to: 41_231, amount: 41_230 }],
    ['другие изменения', { kind: 'other', amount: 41_230 }],
  ])('names the reason why it is more: %s', (words, step) => {
    expect(plain(viewOf([step]).sentence)).toBe(`Начислено на 412,30 ₽ больше, чем в сентябре: ${words}`)
  })

  it.each<[string, WireStep]>([
    ['выключили отопление', { kind: 'removed', service, amount: -500 }],
    ['больше нет услуги «Домофон»', { kind: 'removed', service: 'Домофон', amount: -500 }],
    ['снизился тариф услуги «Вода»', { kind: 'tariff', service: 'Вода', amount: -500 }],
    ['уменьшился объём услуги «Вода»', { kind: 'volume', service: 'Вода', amount: -500 }],
    ['льгота больше', { kind: 'benefit', amount: -500 }],
    ['пеней больше нет', { kind: 'penalty', from: 500, to: 0, amount: -500 }],
    ['пеней меньше', { kind: 'penalty', from: 501, to: 1, amount: -500 }],
  ])('names the reason why it is less: %s', (words, step) => {
    expect(plain(viewOf([step]).sentence)).toBe(`Начислено на 5,00 ₽ меньше, чем в сентябре: ${words}`)
  })

  it('names the largest reason of its direction', () => {
    const { sentence } = viewOf([
      { kind: 'paid', amount: -9_000 },
      { kind: 'tariff', service: 'Вода', amount: 4_000 },
      { kind: 'added', service, amount: 6_000 },
    ])
    expect(plain(sentence)).toBe('Начислено на 100,00 ₽ больше, чем в сентябре: включили отопление')
  })

  it.each<[string, WireStep]>([
    ['what was paid', { kind: 'paid', from: 0, to: 100_000, amount: -100_000 }],
    ['an overpayment', { kind: 'opening', from: 0, to: -105_100, amount: -105_100 }],
  ])('is about the charges alone, whatever %s takes off', (_, step) => {
    const { sentence } = viewOf([{ kind: 'added', service, amount: 2_000 }, step])
    expect(plain(sentence)).toBe('Начислено на 20,00 ₽ больше, чем в сентябре: включили отопление')
  })

  it('says that nothing has changed', () => {
    expect(plain(viewOf([]).sentence)).toBe('Начислено столько же, сколько в сентябре')
    const balanced = viewOf([
      { kind: 'penalty', amount: 500 },
      { kind: 'benefit', amount: -500 },
    ])
    expect(plain(balanced.sentence)).toBe('Начислено столько же, сколько в сентябре')
  })

  it('has the year of another year', () => {
    expect(plain(viewOf([], { against: '2025-10' }).sentence)).toBe(
      'Начислено столько же, сколько в октябре 2025 года',
    )
  })
})

describe('the reasons', () => {
  const cells = (rows: readonly StepView[]) =>
    rows.map(({ number, what, was, is, amount }) => [number, ...[what, was, is, amount].map(plain)])

  const october = invoiceShape.parse(
    anInvoice({ openingBalance: -5_100, penalty: 0, paid: 111_736, total: 94_900 }),
  )
  const steps: WireStep[] = [
    { kind: 'opening', from: 0, to: -5_100, amount: -5_100 },
    { kind: 'tariff', service: 'Вода', unit: 'м³', from: 4320, to: 4560.5, amount: 2_400 },
    { kind: 'volume', service: 'Вода', unit: 'м³', from: 10, to: 12.3, amount: 9_936 },
    { kind: 'method', service: 'Вода', from: 'norm', to: 'meter', amount: -100 },
    { kind: 'benefit', from: 2_000, to: 2_500, amount: -500 },
    { kind: 'paid', from: 100_000, to: 111_736, amount: -11_736 },
  ]

  it('say what it was and what it is, the largest first, and end with the charges of both', () => {
    const { steps: rows, picture } = viewOf(steps, {}, october)
    expect(cells(rows)).toEqual([
      [1, 'Вода: объём', '10 м³', '12,3 м³', '+99,36'],
      [2, 'Вода: тариф', '43,20 ₽ за м³', '45,605 ₽ за м³', '+24,00'],
      [3, 'Льгота', '−20,00 ₽', '−25,00 ₽', '−5,00'],
      [4, 'Вода: способ расчёта', 'по нормативу', 'по счётчику', '−1,00'],
      [null, 'Начислено', '2 000,00 ₽', '2 117,36 ₽', '+117,36'],
    ])
    expect(plain(picture?.name)).toContain('от 2 000,00 ₽ за сентябрь 2026 до 2 117,36 ₽')
    expect(picture?.drawing.frame.labels.map(({ text }) => text)).toEqual(['1', '2', '3', '4'])
  })

  it('have payments and the opening balance apart, down to what is to pay', () => {
    const { toPay } = viewOf(steps, {}, october)
    expect(cells(toPay)).toEqual([
      [null, 'Начислено', '2 000,00 ₽', '2 117,36 ₽', '+117,36'],
      [null, 'Переплата на начало месяца', '0,00 ₽', '51,00 ₽', '−51,00'],
      [null, 'Оплачено', '1 000,00 ₽', '1 117,36 ₽', '−117,36'],
      [null, 'К оплате', '1 000,00 ₽', '949,00 ₽', '−51,00'],
    ])
    expect(viewOf([{ kind: 'added', amount: 1 }]).toPay).toEqual([])
  })

  it('call what is below zero an overpayment', () => {
    const paid = { kind: 'paid', from: 0, to: 105_100, amount: -105_100 } as const
    expect(plain(viewOf([paid]).toPay.at(-1)?.is)).toBe('переплата 51,00 ₽')
  })

  it('have no sums and no picture without the invoice', () => {
    const { steps: rows, picture } = viewOf(steps)
    expect(cells(rows).at(-1)).toEqual([null, 'Начислено', '', '', '+117,36'])
    expect(picture).toBeNull()
  })

  it.each<[WireStep, string, string, string]>([
    [{ kind: 'opening', from: 0, to: 500, amount: 500 }, 'Долг на начало месяца', '0,00 ₽', '5,00 ₽'],
    [{ kind: 'opening', from: -500, to: 0, amount: 500 }, 'Переплата на начало месяца', '5,00 ₽', '0,00 ₽'],
    [
      { kind: 'opening', from: -500, to: 100, amount: 600 },
      'Долг на начало месяца',
      'переплата 5,00 ₽',
      '1,00 ₽',
    ],
    [{ kind: 'recalculation', from: 0, to: -500, amount: -500 }, 'Перерасчёт', '0,00 ₽', '−5,00 ₽'],
    [{ kind: 'penalty', from: 1, to: 2, amount: 1 }, 'Пени', '0,01 ₽', '0,02 ₽'],
    [{ kind: 'paid', from: 500, to: 0, amount: 500 }, 'Оплачено', '5,00 ₽', '0,00 ₽'],
    [{ kind: 'paid', from: 0, to: 0, amount: 0 }, 'Оплачено', '0,00 ₽', '0,00 ₽'],
    [{ kind: 'paid', from: 0, to: -500, amount: 500 }, 'Возвраты и исправления', '0,00 ₽', '5,00 ₽'],
    [
      { kind: 'paid', from: 100, to: -500, amount: 600 },
      'Оплачено',
      '1,00 ₽',
      'возвраты и исправления 5,00 ₽',
    ],
    [{ kind: 'added', service: 'Домофон', amount: 1 }, 'Домофон: новая услуга', '', '0,01 ₽'],
    [{ kind: 'removed', service: 'Домофон', amount: -1 }, 'Домофон: больше нет в квитанции', '0,01 ₽', ''],
    [{ kind: 'added', service, amount: 1 }, 'Отопление: включили', '', '0,01 ₽'],
    [{ kind: 'other', amount: 1 }, 'Другое', '', ''],
  ])('of %o are in words', (step, what, was, is) => {
    const { steps: rows, toPay } = viewOf([step])
    const row = step.kind === 'opening' || step.kind === 'paid' ? toPay[1] : rows[0]
    expect([row?.what, row?.was, row?.is].map(plain)).toEqual([what, was, is])
  })

  it.each(['meter', 'average', 'norm', 'area', 'fixed', 'people'] as const)(
    'have a word for the method %s',
    (to) => {
      const [row] = viewOf([{ kind: 'method', to, amount: 1 }]).steps
      expect(row?.is).toBe(
        {
          meter: 'по счётчику',
          average: 'по среднему',
          norm: 'по нормативу',
          area: 'по площади',
          fixed: 'фиксированная сумма',
          people: 'по числу жильцов',
        }[to],
      )
    },
  )
})

describe('the lines', () => {
  const line = (changes: Partial<Wire['lines'][number]>, steps: WireStep[] = []) => {
    const [view] = viewOf(steps, {
      lines: [{ service: 'Вода', unit: 'м³', charged: 56_088, againstCharged: 43_200, ...changes }],
    }).lines
    return { ...view, formula: plain(view?.formula), was: plain(view?.was), changes: plain(view?.changes) }
  }

  it('have their formula in numbers, then and now, and what has changed', () => {
    const method: WireStep = { kind: 'method', service: 'Вода', from: 'average', to: 'meter', amount: 0 }
    const counted = {
      volume: 12.3,
      tariff: 4560,
      againstVolume: 10,
      againstTariff: 4320,
      method: 'meter',
    } as const
    expect(line(counted, [method])).toMatchObject({
      service: 'Вода',
      method: 'по счётчику',
      formula: '12,3 м³ × 45,60 ₽ = 560,88 ₽',
      was: '10 м³ × 43,20 ₽ = 432,00 ₽',
      changes:
        'тариф вырос: было 43,20 ₽, стало 45,60 ₽; объём вырос: было 10 м³, стало 12,3 м³; ' +
        'теперь по счётчику, раньше по среднему',
    })
  })

  it('name a recalculation and a benefit, which neither volume nor tariff tells', () => {
    const same = { volume: 10, tariff: 4320, againstVolume: 10, againstTariff: 4320, charged: 43_200 }
    const ofWater = { service: 'Вода', unit: 'м³' }
    const back = { ...ofWater, kind: 'recalculation', from: -6_500, to: 0, amount: 6_500 } as const
    expect(line(same, [back]).changes).toBe('перерасчёт: было −65,00 ₽, стало 0,00 ₽')
    const benefit = { ...ofWater, kind: 'benefit', from: null, to: null, amount: -100 } as const
    expect(line(same, [benefit]).changes).toBe('льгота')
    expect(line(same, [{ ...back, service: 'Газ' }]).changes).toBe('без изменений')
  })

  it('equal only what they come to', () => {
    expect(line({ volume: 12.3, tariff: 4560, charged: 56_090 }).formula).toBe(
      '560,90 ₽, объём 12,3 м³, тариф 45,60 ₽',
    )
    expect(line({ volume: 12.3 }).formula).toBe('560,88 ₽, объём 12,3 м³')
    expect(line({ tariff: 4560 }).formula).toBe('560,88 ₽, тариф 45,60 ₽')
    expect(line({}).formula).toBe('560,88 ₽')
  })

  it('are new, gone, or the same', () => {
    expect(line({ volume: 1, tariff: 56_088, againstCharged: 0 })).toMatchObject({
      was: '',
      changes: 'новая услуга',
    })
    expect(line({ charged: 0, againstVolume: 10, againstTariff: 4320 })).toMatchObject({
      formula: '',
      was: '10 м³ × 43,20 ₽ = 432,00 ₽',
      changes: 'больше не начисляется',
    })
    expect(line({ againstCharged: 56_088 }).changes).toBe('без изменений')
    expect(line({}).changes).toBe('изменилась сумма')
  })

  it('are new or gone only with their whole service', () => {
    const changesOf = (...lines: Partial<Wire['lines'][number]>[]) =>
      viewOf([], {
        lines: lines.map((changes) => ({ service: 'Вода', charged: 100, againstCharged: 100, ...changes })),
      }).lines.map(({ changes }) => changes)
    const [added, removed] = [{ againstCharged: 0 }, { charged: 0 }]
    expect(changesOf({}, added)).toEqual(['без изменений', 'изменилась сумма'])
    expect(changesOf({}, removed)).toEqual(['без изменений', 'изменилась сумма'])
    expect(changesOf(added, added)).toEqual(['новая услуга', 'новая услуга'])
    expect(changesOf(removed, { ...added, service: 'Свет' })).toEqual([
      'больше не начисляется',
      'новая услуга',
    ])
  })
})

describe('the days of a penalty', () => {
  const day = { from: '2026-09-15', to: '2026-09-30', base: 300_000, rate: '9.5', days: 16, amount: 1_520 }

  it('are in words, with the formula by the share of the rate that fits', () => {
    const late = { ...day, from: '2026-10-01', to: '2026-10-01', days: 1, amount: 219 }
    const { penalty } = viewOf([], { penaltyDays: [day, late] })
    expect(plain(penalty?.total)).toBe('17,39 ₽')
    expect(penalty?.rows.map((row) => Object.values(row).slice(1).map(plain))).toEqual([
      [
        '15 сентября — 30 сентября 2026 г.',
        '3 000,00 ₽',
        '9,5 % годовых',
        '16 дней',
        '3 000,00 ₽ × 9,5 % ÷ 300 × 16 дней',
        '15,20 ₽',
      ],
      [
        '1 октября 2026 г.',
        '3 000,00 ₽',
        '9,5 % годовых',
        '1 день',
        '3 000,00 ₽ × 9,5 % ÷ 130 × 1 день',
        '2,19 ₽',
      ],
    ])
  })

  it.each([
    ['counted otherwise', { amount: 5_000 }],
    ['too small to tell', { base: 100, amount: 1 }],
  ])('have no formula where the amount is %s', (_, changes) => {
    expect(viewOf([], { penaltyDays: [{ ...day, ...changes }] }).penalty?.rows[0]?.formula).toBe('')
  })

  it('are left out when there are none', () => {
    expect(viewOf([]).penalty).toBeNull()
    expect(viewOf([], { penaltyDays: [] }).penalty).toBeNull()
  })
})

describe('an explanation', () => {
  const parse = (steps: unknown[], total: number) =>
    shape.safeParse({ period: '2026-10', against: '2026-09', total, againstTotal: 0, steps, lines: [] })
      .success

  it('whose steps are not the whole difference is none', () => {
    const step = { kind: 'other', amount: 100 }
    expect(parse([step], 100)).toBe(true)
    expect(parse([step], 101)).toBe(false)
    expect(parse([], 1)).toBe(false)
  })

  it('whose sums are too large for a number together is none', () => {
    const most = Number.MAX_SAFE_INTEGER
    const half = { kind: 'other', amount: most }
    const asked = { period: '2026-10', against: '2026-09', lines: [] }
    const parsed = shape.safeParse({ ...asked, total: most, againstTotal: -most, steps: [half, half] })
    expect(parsed.success).toBe(false)
    const day = { from: '2026-10-01', to: '2026-10-01', base: 1, rate: '9.5', days: 1, amount: most }
    const penalty = { ...asked, total: 0, againstTotal: 0, steps: [], penaltyDays: [day, day] }
    expect(shape.safeParse(penalty).success).toBe(false)
  })

  it.each([
    { kind: 'unknown', amount: 0 },
    { kind: 'other' },
    { kind: 'other', amount: 0.5 },
    { kind: 'method', from: 'by eye', amount: 0 },
    { kind: 'volume', from: '1', amount: 0 },
    { kind: 'penalty', from: 0.5, amount: 0 },
    { kind: 'tariff', to: 'meter', amount: 0 },
  ])('with the step %o is none', (step) => expect(parse([step], 0)).toBe(false))
})
