import type { ProblemExamples } from '../problem'
import { flat, internet } from './demo'
import type { ExamplesOf } from './example'
import { nothingFound, signedOut, wrongFields } from './problems'

const wrongPeriod: ProblemExamples = [wrongFields({ period: ['Месяц должен быть в виде 2026-10'] })]

export const billingExamples: ExamplesOf<'invoice' | 'charges' | 'invoiceExplanation'> = {
  invoice: {
    request: { id: internet, body: { period: '2026-10' } },
    answer: {
      data: {
        id: '2ad75d77-ce5b-4083-84b9-c2b18bcbffcd',
        account: internet,
        period: '2026-10',
        issuedAt: '2026-11-01',
        dueAt: '2026-11-30',
        status: 'unpaid',
        address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
        payer: 'В…а А. С.',
        openingBalance: 0,
        lines: [
          {
            service: 'Интернет, 300 Мбит/с',
            unit: 'мес.',
            volume: 1,
            tariff: 65_000,
            charged: 65_000,
            total: 65_000,
          },
          {
            service: 'Телевидение, 180 каналов',
            unit: 'мес.',
            volume: 1,
            tariff: 24_000,
            charged: 24_000,
            total: 24_000,
          },
          {
            service: 'Домашний телефон',
            unit: 'мес.',
            volume: 1,
            tariff: 21_500,
            charged: 21_500,
            total: 21_500,
          },
          {
            service: 'Междугородные звонки',
            unit: 'мин.',
            volume: 17,
            tariff: 320,
            charged: 5_440,
            total: 5_440,
          },
        ],
        penalty: 0,
        paid: 0,
        total: 115_940,
        payee: {
          name: 'ООО «Берег Телеком»',
          inn: '5099004561',
          kpp: '509901001',
          bankName: 'АО «Тихобережный банк», г. Тихобережск',
          bic: '044599871',
          correspondentAccount: '30101810800000000871',
          settlementAccount: '40702810170000004815',
        },
      },
      periods: ['2026-10', '2026-09', '2026-08'],
    },
    problems: { 401: signedOut, 404: nothingFound, 422: wrongPeriod },
  },
  charges: {
    request: { id: flat, query: { months: '3' } },
    answer: {
      data: [
        { period: '2026-08', charged: 562_997, paid: 562_997 },
        { period: '2026-09', charged: 628_663, paid: 628_663 },
        { period: '2026-10', charged: 753_649, paid: 753_649 },
      ],
    },
    problems: {
      401: signedOut,
      404: nothingFound,
      422: [wrongFields({ months: ['Нужно число от 1 до 60.'] })],
    },
  },
  invoiceExplanation: {
    request: { id: flat, query: { period: '2026-10' } },
    answer: {
      data: {
        period: '2026-10',
        against: '2026-09',
        total: 0,
        againstTotal: 0,
        steps: [
          { kind: 'added', service: 'Отопление', unit: 'Гкал', amount: 172_646 },
          { kind: 'volume', service: 'Холодная вода', unit: 'м³', from: 6.38, to: 5.58, amount: -4_330 },
          { kind: 'volume', service: 'Горячая вода', unit: 'м³', from: 4.16, to: 2.82, amount: -33_332 },
          { kind: 'volume', service: 'Водоотведение', unit: 'м³', from: 10.54, to: 8.4, amount: -10_022 },
          {
            kind: 'volume',
            service: 'Электроэнергия, день',
            unit: 'кВт·ч',
            from: 113,
            to: 116,
            amount: 2_418,
          },
          {
            kind: 'volume',
            service: 'Электроэнергия, ночь',
            unit: 'кВт·ч',
            from: 44,
            to: 37,
            amount: -2_394,
          },
          { kind: 'paid', from: 628_663, to: 753_649, amount: -124_986 },
        ],
        lines: [
          {
            service: 'Отопление',
            unit: 'Гкал',
            volume: 0.586,
            tariff: 294_618,
            method: 'norm',
            charged: 172_646,
            againstCharged: 0,
          },
          {
            service: 'Холодная вода',
            unit: 'м³',
            volume: 5.58,
            tariff: 5_412,
            method: 'meter',
            charged: 30_199,
            againstVolume: 6.38,
            againstTariff: 5_412,
            againstCharged: 34_529,
          },
        ],
        penaltyDays: [],
      },
    },
    problems: {
      401: signedOut,
      404: [
        { code: 'nothing_to_compare', message: 'Сравнить не с чем: квитанции за предыдущий месяц нет.' },
        ...nothingFound,
      ],
      422: wrongPeriod,
    },
  },
}
