import { expect, test } from 'vitest'
import { accountTitleBody } from './accounts'

const read = (title: unknown) => accountTitleBody.safeParse({ title })
const said = (title: unknown) => read(title).error?.issues.map(({ message }) => message)

test.each([
  ['  Мамина квартира ', 'Мамина квартира'],
  ['Дача\r\nу\u2028озера\u2029', 'Дачауозера'],
  ['\u202eДача\u202c\u200b\ufeff', 'Дача'],
  ['\u0000Да\u0007ча\t', 'Дача'],
  ['Семья 👨‍👩‍👧', 'Семья 👨‍👩‍👧'],
  [' \u200b\n', null],
  ['', null],
  [null, null],
])('the title %j is kept as %j', (typed, title) => {
  expect(read(typed).data).toEqual({ title })
})

test.each(['\u3164', '\u200d', 'Дача \ud83d'])('%j is no title', (title) => {
  expect(said(title)).toEqual(['Введите название без особых знаков'])
})

test('a title has up to 40 characters, an emoji of one code point being one', () => {
  expect(said('🏡'.repeat(40))).toBeUndefined()
  expect(said('🏡'.repeat(41))).toEqual(['Название не должно быть длиннее 40 знаков'])
})

test.each([undefined, 7])('%j is no text', (title) => expect(said(title)).toEqual(['Введите название']))
