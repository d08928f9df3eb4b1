import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  accountNumber,
  checkbox,
  code,
  email,
  existingPassword,
  name,
  newPassword,
  passwordPair,
  phone,
  requiredConsent,
  withMatchingPasswords,
} from './field-rules.server'

/** As another keyboard composes it. */
const decomposed = (text: string) => text.normalize('NFD')

const said = (password: string | undefined) =>
  newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

describe('a new password', () => {
  test.each([
    'восемь б',
    '🦔'.repeat(8),
    '🦔'.repeat(70),
    '🦔'.repeat(128),
    'я'.repeat(128),
    decomposed('й'.repeat(128)),
  ])('of 8 to 128 characters is accepted: %s', (password) => expect(said(password)).toEqual([]))

  test.each(['семь бу', '🦔'.repeat(7), decomposed('ёжйкй')])('of fewer is too short: %s', (password) =>
    expect(said(password)).toEqual(['В пароле должно быть не меньше 8 знаков']),
  )

  test.each(['я'.repeat(129), '🦔'.repeat(129)])('of more is too long: %s', (password) =>
    expect(said(password)).toEqual(['В пароле должно быть не больше 128 знаков']),
  )

  test('is required', () => expect(said(undefined)).toEqual(['Придумайте пароль']))
})

describe('a field that was filled with blanks', () => {
  // As forms are read: the parser takes empty text for a missing value, also within a rule.
  const saidOf = (rule: z.ZodType) =>
    parseWithZod(new URLSearchParams({ field: ' \u00a0 ' }), { schema: z.object({ field: rule }) }).reply()
      .error

  test.each([
    ['an account', accountNumber, 'Введите номер лицевого счёта: он напечатан в квитанции'],
    ['a code', code, 'Введите код'],
    ['a name', name, 'Введите имя'],
  ])('is as good as an empty one: %s', (_, rule, words) => {
    expect(saidOf(rule)).toEqual({ field: [words] })
  })
})

/** The value, or what is wrong with it. */
const readBy = (rule: z.ZodType, typed: unknown) => {
  const { success, data, error } = rule.safeParse(typed)
  return success ? data : error.issues.map(({ message }) => message)
}

describe('a typed value', () => {
  const wrongEmail = ['Проверьте адрес: он должен быть похож на anna@example.ru']
  const wrongPhone = ['Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67']

  test.each([
    ['an e-mail', email, ' Anna@Example.ru ', 'Anna@example.ru'],
    ['an e-mail of this network only', email, 'anna@localhost', wrongEmail],
    ['an e-mail without an @', email, 'anna', wrongEmail],
    ['an e-mail with a space', email, 'an na@example.ru', wrongEmail],
    ['a phone', phone, '8 (999) 123-45-67', '+79991234567'],
    ['a phone with too few digits', phone, '999 12', wrongPhone],
    ['no phone', phone, undefined, null],
    ['a blank for a phone', phone, '  ', null],
    ['what is left of a pasted phone', phone, '\u202a\u202c', null],
    ['a name', name, ' Анна ', 'Анна'],
    ['a pasted name', name, '\u202a Ан\u200bна\u202c', 'Анна'],
    ['a name with a joiner', name, 'سی\u200cما', 'سی\u200cما'],
    ['an invisible name', name, '\u200b\u200b', ['Введите имя']],
    ['a name of fillers', name, '\u3164', ['Введите имя']],
    ['a name with half a character', name, 'Ан\ud800на', ['Введите имя без особых знаков']],
    ['a name with a control character', name, 'Ан\u0007на', ['Введите имя без особых знаков']],
    ['a code with spaces', code, '123 456', '123456'],
    ['a code with signs that are not seen', code, '\u200e123\u00a0456\u200b', '123456'],
    ['a code of such signs alone', code, '\u200e', ['Введите код']],
    ['a box ticked in a browser', checkbox, 'on', true],
    ['a box ticked by another client', checkbox, 'true', true],
    ['a box that is not ticked', checkbox, undefined, false],
    ['something else for a box', checkbox, 'off', false],
    ['an old password', existingPassword('Введите пароль'), ' x ', ' x '],
    ['no old password', existingPassword('Введите пароль'), undefined, ['Введите пароль']],
    ['an endless password', existingPassword('-'), 'x'.repeat(1_001), ['Слишком длинный пароль']],
  ])('of %s is what it says', (_, rule, typed, expected) => {
    expect(readBy(rule, typed)).toEqual(expected)
  })
})

test('a consent has to be given', () => {
  const consent = requiredConsent('Согласитесь')
  expect(readBy(consent, 'on')).toBe(true)
  expect(readBy(consent, undefined)).toEqual(['Согласитесь'])
})

describe('two passwords', () => {
  const rule = withMatchingPasswords(z.object({ ...passwordPair, name }))
  const pair = (password_confirmation: unknown, more: object = { name: 'Анна' }) =>
    rule.safeParse({ password: 'сорок ёжиков', password_confirmation, ...more }).error?.issues ?? []
  const differ = { path: ['password_confirmation'], message: 'Пароли не совпадают' }

  test('have to be equal, also while another field is wrong', () => {
    expect(pair('сорок ёжиков')).toEqual([])
    expect(pair(decomposed('сорок ёжиков'))).toEqual([])
    expect(pair('сорок собак')).toMatchObject([differ])
    expect(pair('сорок собак', {})).toContainEqual(expect.objectContaining(differ))
  })

  test('are not compared while one of them is missing', () => {
    expect(pair(undefined)).toMatchObject([{ message: 'Введите пароль ещё раз' }])
    expect(pair(undefined)).toHaveLength(1)
  })
})
