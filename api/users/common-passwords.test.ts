import { describe, expect, test } from 'vitest'
import { isCommonPassword, refuseCommonPassword, refuseEmailAsPassword } from './common-passwords'
import { UserError } from './users.errors'

describe('a password that anybody would guess is common', () => {
  test.each([
    'password',
    'Password1',
    'PASSWORD123',
    'qwerty123',
    'qwertyuiop',
    'йцукенгш',
    'ЙЦУКЕНГШ',
    'йцукен12',
    'пароль123',
    'Пароль2026!',
    'gfhjkm123',
    '12345678',
    '87654321',
    '90123456',
    '11111111',
    '12341234',
    'абабабаб',
    '1q2w3e4r',
    '1й2ц3у4к',
    'александр',
    'Наташа1990',
    '123qwerty',
    'москва2024',
    'privet12345',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
})

describe('any other may be used, without rules of composition', () => {
  test.each([
    'сорок кошек на крыше',
    'correct horse battery',
    'тихий омут',
    'ghjcnjqdjghjc',
    'jhtk b htirf',
    'пятьтигров',
    '73019284',
    'qwertykey',
    'qwer73ty',
    'пароль от сейфа',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})

test.each([
  ['common_password', () => refuseCommonPassword('Пароль2026')],
  ['password_is_email', () => refuseEmailAsPassword(' Petr@Mail.example ', 'petr@mail.example')],
] as const)('a weak new password is refused: %s', (code, refuse) => {
  expect(refuse).toThrow(new UserError({ code }))
})

test('any other new password is not refused', () => {
  const password = 'сорок кошек на крыше'
  expect(() => refuseCommonPassword(password)).not.toThrow()
  expect(() => refuseEmailAsPassword(password, 'petr@mail.example')).not.toThrow()
})
