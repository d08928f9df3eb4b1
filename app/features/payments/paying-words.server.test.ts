import { expect, test } from 'vitest'
import { payingWords } from './paying-words.server'

test('the bank’s page is opened where a new card pays', () =>
  expect(payingWords({ savedMethods: false, sbp: false }).pending).toBe('Открываем страницу банка…'))

test.each([
  { savedMethods: true, sbp: false },
  { savedMethods: false, sbp: true },
])('no page is said to open where %j may pay without it', (offered) =>
  expect(payingWords(offered).pending).not.toMatch(/банк/),
)

test.each([true, false])(
  'only where SBP is a choice do the words name it (saved methods: %s)',
  (savedMethods) => {
    expect(JSON.stringify(payingWords({ savedMethods, sbp: false }))).not.toMatch(/СБП|счёт/)
    expect(payingWords({ savedMethods, sbp: true }).note).toContain('СБП')
  },
)
