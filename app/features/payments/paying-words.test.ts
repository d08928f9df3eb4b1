import { expect, test } from 'vitest'
import { payingWords } from './paying-words'

test('the bank’s page is opened where a new card pays', () =>
  expect(payingWords(false).pending).toBe('Открываем страницу банка…'))

test('no page is said to open where a saved card may be charged at once', () =>
  expect(payingWords(true).pending).not.toMatch(/банк/))
