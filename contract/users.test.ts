import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { secondStepConfirmBody } from './security'
import {
  changePasswordBody,
  currentUserAnswer,
  emailBody,
  loginBody,
  profileBody,
  registrationBody,
} from './users'

/** What is said at each field. */
const errorsOf = (rule: z.ZodType, body: unknown) => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of rule.safeParse(body).error?.issues ?? [])
    errors[path.join('.')] = [...(errors[path.join('.')] ?? []), message]
  return errors
}

/** As another keyboard composes it. */
const decomposed = (text: string) => text.normalize('NFD')

const twice = (password: unknown) => ({ password, password_confirmation: password })
const registration = {
  name: 'Пётр Снегирёв',
  email: 'petr@mail.example',
  phone: '+79991234567',
  ...twice('сорок кошек на крыше'),
  consent: true,
}

const longEmail = `${'p'.repeat(64)}@${'m'.repeat(60)}.${'m'.repeat(60)}.${'m'.repeat(63)}.example`
const noEmail = 'Введите адрес электронной почты'
const wrongEmail = 'Проверьте адрес: он должен быть похож на anna@example.ru'
const wrongPhone = 'Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67'
const tooShort = 'В пароле должно быть не меньше 8 знаков'
const tooLong = 'В пароле должно быть не больше 128 знаков'
const noConsent = 'Без согласия на обработку персональных данных мы не можем вас зарегистрировать'

describe('a registration is refused at the field that is wrong, once', () => {
  test.each([
    ['name', { name: undefined }, 'Введите имя'],
    ['name', { name: '' }, 'Введите имя'],
    ['name', { name: ' \u00a0 ' }, 'Введите имя'],
    ['name', { name: '\u200b\u200b' }, 'Введите имя'],
    ['name', { name: '\u200d' }, 'Введите имя'],
    ['name', { name: '\u3164' }, 'Введите имя'],
    ['name', { name: '—' }, 'Введите имя'],
    ['name', { name: 'я'.repeat(101) }, 'Имя не должно быть длиннее 100 знаков'],
    ['name', { name: 'Пётр\nСнегирёв' }, 'Введите имя без особых знаков'],
    ['name', { name: 'Пётр \ud800' }, 'Введите имя без особых знаков'],
    ['name', { name: 'Ан\u0007на' }, 'Введите имя без особых знаков'],
    ['email', { email: undefined }, noEmail],
    ['email', { email: '' }, noEmail],
    ['email', { email: 'petr@' }, wrongEmail],
    ['email', { email: 'petr' }, wrongEmail],
    ['email', { email: 'pe tr@mail.example' }, wrongEmail],
    ['email', { email: 'petr@localhost' }, wrongEmail],
    ['email', { email: longEmail }, wrongEmail],
    ['phone', { phone: undefined }, wrongPhone],
    ['phone', { phone: '999 12' }, wrongPhone],
    ['phone', { phone: '+78999123456' }, wrongPhone],
    ['phone', { phone: 79991234567 }, wrongPhone],
    ['password', twice(undefined), 'Придумайте пароль'],
    ['password', twice(''), 'Придумайте пароль'],
    ['password', twice('семь бу'), tooShort],
    ['password', twice('🦔'.repeat(7)), tooShort],
    ['password', twice('я'.repeat(129)), tooLong],
    ['password', twice('🦔'.repeat(129)), tooLong],
    ['password_confirmation', { password_confirmation: 'сорок кошек' }, 'Пароли не совпадают'],
    ['password_confirmation', { password_confirmation: '' }, 'Введите пароль ещё раз'],
    ['password_confirmation', { password_confirmation: undefined }, 'Введите пароль ещё раз'],
    ['consent', { consent: false }, noConsent],
    ['consent', { consent: undefined }, noConsent],
  ])('%s of %j', (field, wrong, words) => {
    const errors = errorsOf(registrationBody, { ...registration, ...wrong })
    expect(errors).toMatchObject({ [field]: [words] })
    expect(Object.keys(errors).filter((name) => !name.startsWith('password'))).toEqual(
      field.startsWith('password') ? [] : [field],
    )
  })

  test('all at once', () => {
    const body = { name: '', email: 'нет', password: 'кот', password_confirmation: '' }
    expect(Object.keys(errorsOf(registrationBody, body)).sort()).toEqual([
      'consent',
      'email',
      'name',
      'password',
      'password_confirmation',
      'phone',
    ])
  })

  test('also while another field is wrong, if both passwords could be compared', () => {
    const body = { ...registration, name: '', password_confirmation: 'сорок собак' }
    expect(errorsOf(registrationBody, body)).toEqual({
      name: ['Введите имя'],
      password_confirmation: ['Пароли не совпадают'],
    })
  })
})

test('what was typed is kept tidy', () => {
  const typed = { name: ' Пётр ', email: ' Petr@Mail.Example ', phone: '' }
  expect(registrationBody.parse({ ...registration, ...typed })).toMatchObject({
    name: 'Пётр',
    email: 'Petr@mail.example',
    phone: null,
  })
})

test.each([
  ['8 (999) 123-45-67', '+79991234567'],
  ['+79991234567', '+79991234567'],
  [null, null],
  ['', null],
  ['  ', null],
  ['\u202a\u202c', null],
])('the phone %j is read as %j', (typed, phone) => {
  expect(profileBody.parse({ name: 'Анна', phone: typed })).toEqual({ name: 'Анна', phone })
})

test.each([
  ['\u202aПётр\u202c \u200bСнегирёв\ufeff', 'Пётр Снегирёв'],
  ['\u200f שרה \u200f', 'שרה'],
  ['سی\u200cما', 'سی\u200cما'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['葛\u{e0100}城', '葛\u{e0100}城'],
  ['Jean-Noël O’Нил 3-й', 'Jean-Noël O’Нил 3-й'],
  ['\u202eabc', 'abc'],
  ['a\u2066b', 'ab'],
  ['a\u00adb', 'ab'],
])('a name keeps what belongs to it, and not what was pasted along: %j', (typed, name) => {
  expect(profileBody.parse({ name: typed, phone: null })).toMatchObject({ name })
})

test.each([8, 70, 128])('a password of %i characters will do, whatever they are', (length) => {
  expect(errorsOf(registrationBody, { ...registration, ...twice('🦔'.repeat(length)) })).toEqual({})
})

describe('a password that another keyboard decomposes is judged as the same password', () => {
  const ofNew = (password: string) => errorsOf(registrationBody, { ...registration, ...twice(password) })

  test('by its length', () => {
    expect(ofNew(decomposed('ёжйкй'))).toEqual({ password: [tooShort] })
    expect(ofNew(decomposed('й'.repeat(128)))).toEqual({})
    expect(ofNew(decomposed('й'.repeat(129)))).toEqual({ password: [tooLong] })
  })

  test('by its confirmation', () => {
    const passwords = { password: 'сорок ёжиков', password_confirmation: decomposed('сорок ёжиков') }
    expect(errorsOf(registrationBody, { ...registration, ...passwords })).toEqual({})
  })
})

test.each([[{}], [7], [null], [''], [undefined]])('a login needs an address and a password: %j', (value) => {
  expect(errorsOf(loginBody, { email: value, password: value })).toEqual({
    email: [noEmail],
    password: ['Введите пароль'],
  })
})

test('an existing password may be any text that is not endless', () => {
  const errors = (password: string) => errorsOf(loginBody, { email: 'anna@mail.example', password })
  expect(loginBody.parse({ email: 'anna@mail.example', password: ' x ' }).password).toBe(' x ')
  expect(errors('x'.repeat(1_000))).toEqual({})
  expect(errors('x'.repeat(1_001))).toEqual({ password: ['Слишком длинный пароль'] })
})

test('a login is by the address as it was registered, however it is typed', () => {
  expect(emailBody.parse({ email: '\u200e Petr@MAIL.example ' })).toEqual({ email: 'Petr@mail.example' })
})

test.each([
  [undefined, 'Введите код'],
  ['', 'Введите код'],
  [' \n', 'Введите код'],
  ['\u200e', 'Введите код'],
  ['1'.repeat(201), 'Слишком длинный код'],
])('a code of the second step is refused when it is %j', (code, words) => {
  expect(errorsOf(secondStepConfirmBody, { code })).toEqual({ code: [words] })
})

test.each(['123 456', '\u200e123\u00a0456\u200b', '123456'])('the code %j is 123456', (code) => {
  expect(secondStepConfirmBody.parse({ code })).toEqual({ code: '123456' })
})

test('the longest code has 200 characters', () => {
  expect(errorsOf(secondStepConfirmBody, { code: '1'.repeat(200) })).toEqual({})
})

test('a change of the password needs the current one', () => {
  const body = { password_old: '', ...twice('тихий омут') }
  expect(errorsOf(changePasswordBody, body)).toEqual({ password_old: ['Введите текущий пароль'] })
})

test('an invalid version of the consent counts as left out: nobody typed it', () => {
  const read = (consentVersion: unknown) => registrationBody.parse({ ...registration, consentVersion })
  expect(read('2026-10-12').consentVersion).toBe('2026-10-12')
  expect(read('1'.repeat(201)).consentVersion).toBeUndefined()
})

test.each([
  [
    { name: 'Анна', email: 'anna@mail.example' },
    { name: 'Анна', email: 'anna@mail.example' },
  ],
  [
    { name: null, email: null },
    { name: '', email: '' },
  ],
  [{}, { name: '', email: '' }],
])('an id means that somebody is signed in, with %j, too', (data, user) => {
  expect(currentUserAnswer.parse({ data: { id: 'u-1', ...data } })).toMatchObject({
    data: { id: 'u-1', ...user },
  })
})
