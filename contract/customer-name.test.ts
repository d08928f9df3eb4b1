import { expect, test } from 'vitest'
import { isPlainName, tidyName } from './customer-name'

const joined = 'می\u200cخواهم क्\u200dष'

test.each(['Пётр', joined, 'O’Neil'])('the name %j is plain, and stays as it is', (name) => {
  expect(isPlainName(name)).toBe(true)
  expect(tidyName(name)).toBe(name)
})

test.each(['\u202eabc', 'a\u2066b', 'a\u200bb', 'a\ufeffb', 'a\u00adb', 'a\nb', 'a\u001b[2Jb', 'a\ud800b'])(
  'the name %j is not plain',
  (name) => {
    expect(isPlainName(name)).toBe(false)
  },
)

test('invisible signs that come along with pasted text are no reason to refuse a name', () => {
  expect(tidyName('\u202aПётр\u202c \u200bИванов\ufeff ')).toBe('Пётр Иванов')
})
