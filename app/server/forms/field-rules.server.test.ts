import { describe, expect, test } from 'vitest'
import { newPassword } from './field-rules.server'

const said = (password: string | undefined) =>
  newPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? []

describe('a new password', () => {
  test.each(['восемь б', '🦔'.repeat(8), '🦔'.repeat(70), '🦔'.repeat(128), 'я'.repeat(128)])(
    'of 8 to 128 characters is taken: %s',
    (password) => expect(said(password)).toEqual([]),
  )

  test.each(['семь бу', '🦔'.repeat(7)])('of fewer is too short: %s', (password) =>
    expect(said(password)).toEqual(['В пароле должно быть не меньше 8 знаков']),
  )

  test.each(['я'.repeat(129), '🦔'.repeat(129)])('of more is too long: %s', (password) =>
    expect(said(password)).toEqual(['В пароле должно быть не больше 128 знаков']),
  )

  test('is asked for where there is none', () => expect(said(undefined)).toEqual(['Придумайте пароль']))
})
