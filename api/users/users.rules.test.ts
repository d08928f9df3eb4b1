import { checked } from 'api/http/field-errors'
import { Refusal } from 'api/refusal'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  changePasswordRules,
  codeRules,
  emailKey,
  loginRules,
  profileRules,
  registrationRules,
} from './users.rules'

const errorsOf = (rules: z.ZodType, form: unknown) => {
  try {
    checked(rules, form)
    return {}
  } catch (error) {
    return error instanceof Refusal ? error.problem.errors : error
  }
}

const twice = (password: string) => ({ password, password_confirmation: password })
const registration = {
  name: 'Пётр Снегирёв',
  email: 'petr@mail.example',
  phone: '+79991234567',
  ...twice('сорок кошек на крыше'),
  consent: true,
}
const badEmail = 'Проверьте адрес: он должен быть вида name@example.ru.'
const badPhone = 'Проверьте телефон: +7 и ещё 10 цифр.'
const longEmail = `${'p'.repeat(64)}@${'m'.repeat(60)}.${'m'.repeat(60)}.${'m'.repeat(63)}.example`

describe('a registration is refused at the field that is wrong', () => {
  test.each([
    ['name', { name: undefined }, 'Укажите имя.'],
    ['name', { name: '   ' }, 'Укажите имя.'],
    ['name', { name: '\u200b\u200b' }, 'Укажите имя.'],
    ['name', { name: '\u200d' }, 'Укажите имя.'],
    ['name', { name: '\u3164' }, 'Укажите имя.'],
    ['name', { name: '—' }, 'Укажите имя.'],
    ['name', { name: 'я'.repeat(101) }, 'Имя должно быть не длиннее 100 символов.'],
    ['name', { name: 'Пётр\nСнегирёв' }, 'Уберите из имени служебные символы.'],
    ['name', { name: 'Пётр \ud800' }, 'Уберите из имени служебные символы.'],
    ['email', { email: undefined }, 'Укажите адрес электронной почты.'],
    ['email', { email: '' }, 'Укажите адрес электронной почты.'],
    ['email', { email: 'petr@' }, badEmail],
    ['email', { email: longEmail }, badEmail],
    ['phone', { phone: '89991234567' }, badPhone],
    ['phone', { phone: '+7 999 123-45-67' }, badPhone],
    ['phone', { phone: '+78999123456' }, badPhone],
    ['phone', { phone: 79991234567 }, 'Укажите телефон или оставьте поле пустым.'],
    ['password', twice(''), 'Придумайте пароль.'],
    ['password', twice('семь ше'), 'Пароль должен быть не короче 8 символов.'],
    ['password', twice('ж1'.repeat(65)), 'Пароль должен быть не длиннее 128 символов.'],
    [
      'password',
      twice('Пароль2026'),
      'Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.',
    ],
    ['password', twice('Petr@Mail.example'), 'Пароль не должен совпадать с адресом электронной почты.'],
    ['password', twice(' petr@mail.example '), 'Пароль не должен совпадать с адресом электронной почты.'],
    [
      'password_confirmation',
      { password_confirmation: 'сорок кошек' },
      'Пароли не совпадают. Введите тот же пароль ещё раз.',
    ],
    ['password_confirmation', { password_confirmation: '' }, 'Повторите пароль.'],
    [
      'consent',
      { consent: false },
      'Без согласия на обработку персональных данных зарегистрироваться нельзя.',
    ],
    [
      'consent',
      { consent: undefined },
      'Без согласия на обработку персональных данных зарегистрироваться нельзя.',
    ],
  ])('%s of %j', (field, wrong, words) => {
    const errors = errorsOf(registrationRules, { ...registration, ...wrong })
    expect(errors).toMatchObject({ [field]: [words] })
    expect(Object.keys(errors ?? {}).filter((name) => !name.startsWith('password'))).toEqual(
      field.startsWith('password') ? [] : [field],
    )
  })

  test('all at once', () => {
    const errors = errorsOf(registrationRules, {
      name: '',
      email: 'нет',
      password: 'кот',
      password_confirmation: 'кит',
    })
    expect(Object.keys(errors ?? {}).sort()).toEqual([
      'consent',
      'email',
      'name',
      'password',
      'password_confirmation',
      'phone',
    ])
  })
})

test('a registration is kept tidy: trimmed, without an empty phone', () => {
  const form = { ...registration, name: ' Пётр ', email: ' Petr@Mail.Example ', phone: '' }
  expect(checked(registrationRules, form)).toMatchObject({
    name: 'Пётр',
    email: 'Petr@mail.example',
    phone: null,
  })
})

test.each([
  ['\u202aПётр\u202c \u200bСнегирёв\ufeff', 'Пётр Снегирёв'],
  ['\u200f שרה \u200f', 'שרה'],
  ['سی\u200cما', 'سی\u200cما'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  ['Jean-Noël O’Нил 3-й', 'Jean-Noël O’Нил 3-й'],
])('a name keeps what belongs to it, and not what was pasted along: %j', (typed, name) => {
  expect(checked(profileRules, { name: typed, phone: null })).toMatchObject({ name })
})

test.each([8, 128])('a password of %i characters will do, whatever they are', (length) => {
  const password = `${'🦔'.repeat(length - 3)}кот`
  expect(errorsOf(registrationRules, { ...registration, ...twice(password) })).toEqual({})
})

describe('a password that another keyboard decomposes is judged as the same password', () => {
  const other = (password: string) => password.normalize('NFD')
  const ofNew = (password: string) => errorsOf(registrationRules, { ...registration, ...twice(password) })

  test('by its length', () => {
    expect(ofNew(other('ёжйкй'))).toMatchObject({ password: ['Пароль должен быть не короче 8 символов.'] })
    expect(ofNew(other(`${'й'.repeat(127)}а`))).toEqual({})
    expect(ofNew(other(`${'й'.repeat(128)}а`))).toMatchObject({
      password: ['Пароль должен быть не длиннее 128 символов.'],
    })
  })

  test('by its confirmation', () => {
    const form = { ...registration, ...twice('сорок ёжиков'), password_confirmation: other('сорок ёжиков') }
    expect(errorsOf(registrationRules, form)).toEqual({})
  })

  test('by the present one', () => {
    const form = { password_old: 'сорок ёжиков', ...twice(other('сорок ёжиков')) }
    expect(errorsOf(changePasswordRules, form)).toEqual({
      password: ['Новый пароль такой же, как текущий. Придумайте другой.'],
    })
  })
})

test('a login asks only that both fields be filled', () => {
  expect(errorsOf(loginRules, { email: '', password: '' })).toEqual({
    email: ['Укажите адрес электронной почты.'],
    password: ['Введите пароль.'],
  })
  expect(checked(loginRules, { email: 'нет', password: '1' })).toEqual({ email: 'нет', password: '1' })
})

test.each([[[]], [{}], [7], [null]])('what is no text is refused once a field: %j', (value) => {
  expect(errorsOf(loginRules, { email: value, password: value })).toEqual({
    email: ['Укажите адрес электронной почты.'],
    password: ['Введите пароль.'],
  })
})

test('a login is by the address as it was registered, however it is typed', () => {
  expect(checked(loginRules, { email: ' Petr@MAIL.example ', password: '1' })).toMatchObject({
    email: 'Petr@mail.example',
  })
  expect(emailKey('Petr@mail.example')).toBe('petr@mail.example')
})

test.each([
  ['', 'Введите код.'],
  [' \n', 'Введите код.'],
  ['1'.repeat(101), 'Слишком длинный код.'],
])('a code of the second step is refused when it is %j', (code, words) => {
  expect(errorsOf(codeRules, { code })).toEqual({ code: [words] })
})

test.each(['123 456', '1'.repeat(100)])('a code of the second step is looked up when it is %j', (code) => {
  expect(errorsOf(codeRules, { code })).toEqual({})
})

test('a profile needs a name', () => {
  expect(errorsOf(profileRules, { name: '', phone: null })).toEqual({ name: ['Укажите имя.'] })
})

test('a present password can be changed for any other', () => {
  const form = { password_old: 'сорок кошек на крыше', ...twice('тихий омут') }
  expect(errorsOf(changePasswordRules, form)).toEqual({})
})

test('a new password has to be new, and the present one has to be told', () => {
  const form = { password_old: 'сорок кошек на крыше', ...twice('сорок кошек на крыше') }
  expect(errorsOf(changePasswordRules, form)).toEqual({
    password: ['Новый пароль такой же, как текущий. Придумайте другой.'],
  })
  expect(errorsOf(changePasswordRules, { ...form, password_old: '', ...twice('тихий омут') })).toEqual({
    password_old: ['Введите текущий пароль.'],
  })
})
