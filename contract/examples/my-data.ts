import { anna, mailedCode, mailedId, password } from './demo'
import type { ExamplesOf } from './example'
import { oldLink, signedOut, tooManyTries, wrongLink, wrongPassword } from './problems'

const consents = [
  {
    kind: 'autopayment' as const,
    version: '2026-04-01',
    givenAt: '2026-05-10T09:36:00.000Z',
    withdrawnAt: null,
    address: '203.0.113.7',
  },
  {
    kind: 'personal_data' as const,
    version: '2024-09-01',
    givenAt: '2024-10-12T08:41:07.000Z',
    withdrawnAt: null,
    address: '203.0.113.7',
  },
]

export const myDataExamples: ExamplesOf<'consents' | 'exportData' | 'deletion' | 'deletionUndo'> = {
  consents: { request: {}, answer: { data: consents }, problems: { 401: signedOut } },
  exportData: {
    request: {},
    answer: {
      about:
        'Копия всего, что личный кабинет хранит о вас. Суммы указаны в копейках, время — по Гринвичу (UTC).',
      createdAt: '2026-11-23T09:12:44.000Z',
      profile: { ...anna, createdAt: '2024-10-12T08:41:07.000Z' },
      consents,
    },
    problems: { 401: signedOut, 429: tooManyTries },
  },
  deletion: {
    request: { body: { password } },
    problems: { 401: signedOut, 422: wrongPassword, 429: tooManyTries },
  },
  deletionUndo: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
}
