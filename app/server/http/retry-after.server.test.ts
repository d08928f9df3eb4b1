import { expect, test } from 'vitest'
import { passRetryAfterOn, tooManyTries, waitInWords } from './retry-after.server'

const passedOn = (retryAfter: string | null) => {
  const headers = new Headers()
  passRetryAfterOn(headers, retryAfter)
  return headers.get('Retry-After')
}

test.each([
  ['0', '0'],
  ['30', '30'],
  [' 30 ', '30'],
  ['Mon, 05 Oct 2026 09:05:00 GMT', 'Mon, 05 Oct 2026 09:05:00 GMT'],
  // What Date.parse skips.
  ['Mon, 05 Oct 2026 (<b>) 09:05:00 GMT', 'Mon, 05 Oct 2026 09:05:00 GMT'],
])('a wait that can be read is passed on: %j', (retryAfter, expected) => {
  expect(passedOn(retryAfter)).toBe(expected)
})

test.each([
  null,
  '',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '1234567890',
  'Mon, soon GMT',
  'after Mon, 05 Oct 2026 09:05:00 GMT',
  'Mon, 05 Oct 2026 09:05:00 GMT+0300',
])('%j is not passed on', (retryAfter) => {
  expect(passedOn(retryAfter)).toBeNull()
})

const NOW = Date.parse('2026-10-05T09:00:00Z')

test.each([
  ['1', 'Попробуйте снова через 1 секунду.'],
  ['2', 'Попробуйте снова через 2 секунды.'],
  ['5', 'Попробуйте снова через 5 секунд.'],
  ['11', 'Попробуйте снова через 11 секунд.'],
  ['21', 'Попробуйте снова через 21 секунду.'],
  ['59', 'Попробуйте снова через 59 секунд.'],
  ['60', 'Попробуйте снова через 1 минуту.'],
  ['61', 'Попробуйте снова через 2 минуты.'],
  ['300', 'Попробуйте снова через 5 минут.'],
  ['3540', 'Попробуйте снова через 59 минут.'],
  ['3541', 'Попробуйте снова через 1 час.'],
  ['3600', 'Попробуйте снова через 1 час.'],
  ['3601', 'Попробуйте снова через 2 часа.'],
  ['18000', 'Попробуйте снова через 5 часов.'],
  ['0', 'Попробуйте снова через 1 секунду.'],
  [' 5 ', 'Попробуйте снова через 5 секунд.'],
])('«%s» seconds is «%s»', (retryAfter, words) => {
  expect(waitInWords(retryAfter, NOW).replaceAll('\u00a0', ' ')).toBe(words)
})

test.each([
  ['Mon, 05 Oct 2026 09:05:00 GMT', 'Попробуйте снова через 5 минут.'],
  ['Mon, 05 Oct 2026 08:00:00 GMT', 'Попробуйте снова через 1 секунду.'],
])('a date %s is the time until then: %s', (retryAfter, words) => {
  expect(waitInWords(retryAfter, NOW).replaceAll('\u00a0', ' ')).toBe(words)
})

test.each([null, 'soon'])('%j gives no time', (retryAfter) => {
  expect(waitInWords(retryAfter, NOW)).toBe('Попробуйте немного позже.')
})

test.each([
  ['Слишком много попыток.', 'Слишком много попыток. Попробуйте немного позже.'],
  ['Слишком много попыток', 'Слишком много попыток. Попробуйте немного позже.'],
  [' Слишком много попыток \n', 'Слишком много попыток. Попробуйте немного позже.'],
  ['Сколько можно?', 'Сколько можно? Попробуйте немного позже.'],
  ['Стоп. Слишком много попыток', 'Стоп. Слишком много попыток. Попробуйте немного позже.'],
  ['Хватит!', 'Хватит! Попробуйте немного позже.'],
  ['Мы не успеваем…', 'Мы не успеваем… Попробуйте немного позже.'],
  ['', 'Слишком много попыток. Попробуйте немного позже.'],
  [' ', 'Слишком много попыток. Попробуйте немного позже.'],
])('the wait after %j is a sentence of its own', (message, words) => {
  expect(tooManyTries(message, null)).toBe(words)
})
