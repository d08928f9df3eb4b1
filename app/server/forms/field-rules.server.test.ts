import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountNumber, code, name, newPassword } from './field-rules.server'

const said = (password: string | undefined) =>
  newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

describe('a new password', () => {
  test.each(['восемь б', '🦔'.repeat(8), '🦔'.repeat(70), '🦔'.repeat(128), 'я'.repeat(128)])(
    'of 8 to 128 characters is accepted: %s',
    (password) => expect(said(password)).toEqual([]),
  )

  test.each(['семь бу', '🦔'.repeat(7)])('of fewer is too short: %s', (password) =>
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
