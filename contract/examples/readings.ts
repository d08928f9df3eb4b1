import { flat, keyOfForm } from './demo'
import type { ExamplesOf } from './example'
import { noRight, nothingFound, signedOut, wrongFields } from './problems'

const coldWater = '1ac45948-5da8-46a6-bfc9-6e765fc6e1de'
const electricity = 'd511a2ff-76c3-4bd3-9e06-40a7089b4a41'

export const readingsExamples: ExamplesOf<'meters' | 'sendReadings' | 'readingHistory'> = {
  meters: {
    request: { id: flat },
    answer: {
      data: {
        window: { from: '2026-11-15', to: '2026-11-25', open: true },
        meters: [
          {
            id: coldWater,
            service: 'Холодная вода',
            unit: 'м³',
            serial: '10415384',
            place: 'санузел',
            zones: [
              {
                zone: 't1',
                title: 'Расход',
                tariff: 5_412,
                last: { value: '651.200', at: '2026-10-16T12:18:09.000Z', source: 'customer' },
              },
            ],
            digits: 5,
            decimals: 3,
            verifiedUntil: '2029-10-14',
            usual: { t1: '5.413' },
          },
          {
            id: electricity,
            service: 'Электроэнергия',
            unit: 'кВт·ч',
            serial: '10464382',
            place: 'прихожая',
            zones: [
              {
                zone: 't1',
                title: 'День (Т1)',
                last: { value: '16805', at: '2026-10-31T09:00:09.000Z', source: 'estimated' },
              },
              {
                zone: 't2',
                title: 'Ночь (Т2)',
                last: { value: '17914', at: '2026-10-31T09:00:08.000Z', source: 'estimated' },
              },
            ],
            digits: 6,
            decimals: 0,
            verifiedUntil: '2028-04-14',
            usual: { t1: '94', t2: '41' },
          },
        ],
      },
    },
    problems: { 401: signedOut, 404: nothingFound },
  },
  sendReadings: {
    request: {
      id: flat,
      idempotencyKey: keyOfForm,
      body: {
        readings: [
          { meter: coldWater, values: { t1: '656.400' } },
          { meter: electricity, values: { t1: '16899', t2: '17955' } },
        ],
      },
    },
    answer: {
      data: {
        number: 'П-2026-000123',
        acceptedAt: '2026-11-23T09:12:44.000Z',
        readings: [
          { meter: coldWater, zone: 't1', value: '656.400', previous: '651.200', volume: '5.200' },
          { meter: electricity, zone: 't1', value: '16899', previous: '16805', volume: '94' },
          { meter: electricity, zone: 't2', value: '17955', previous: '17914', volume: '41' },
        ],
      },
    },
    problems: {
      401: signedOut,
      403: noRight,
      404: nothingFound,
      422: [
        {
          message: 'Проверьте показания.',
          errors: { [`${coldWater}.t1`]: ['Введите число, как на счётчике: например, 123,45.'] },
        },
        {
          code: 'confirm_required',
          message: 'Показания не похожи на прошлые. Проверьте их и подтвердите, если всё верно.',
          confirm: [{ meter: coldWater, zone: 't1', reason: 'unusual', volume: '45.000', usual: '5.413' }],
        },
        {
          code: 'window_closed',
          message: 'Сейчас показания не принимаем. Следующий приём с 15 декабря 2026 по 25 декабря 2026.',
        },
      ],
      429: [{ message: 'За последние сутки по этому лицевому счёту показания уже передавали много раз.' }],
    },
  },
  readingHistory: {
    request: { id: flat, query: { limit: '20' } },
    answer: {
      data: [
        {
          meter: electricity,
          zone: 't1',
          value: '16805',
          volume: '116',
          at: '2026-10-31T09:00:09.000Z',
          period: '2026-10',
          source: 'estimated',
        },
        {
          meter: coldWater,
          zone: 't1',
          value: '651.200',
          volume: '5.580',
          at: '2026-10-16T12:18:09.000Z',
          period: '2026-10',
          source: 'customer',
        },
      ],
      meta: { nextCursor: null },
    },
    problems: {
      401: signedOut,
      404: nothingFound,
      422: [wrongFields({ limit: ['Нужно число от 1 до 100.'] })],
    },
  },
}
