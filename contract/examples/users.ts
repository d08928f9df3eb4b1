import type { ProblemExamples } from '../problem'
import { anna, mailedCode, mailedId, newPassword, password } from './demo'
import type { ExamplesOf } from './example'
import { oldLink, signedOut, tooManyTries, wrongEmail, wrongFields, wrongLink } from './problems'

const passwords = { password: newPassword, password_confirmation: newPassword }
const query = new URLSearchParams({ id: mailedId, ...mailedCode }).toString()

const shortPassword: ProblemExamples = [
  wrongFields({ password: ['В пароле должно быть не меньше 8 знаков'] }),
]

export const usersExamples: ExamplesOf<
  | 'currentUser'
  | 'login'
  | 'logout'
  | 'registration'
  | 'verifyEmailRequest'
  | 'verifyEmail'
  | 'forgotPassword'
  | 'changePassword'
  | 'changeProfile'
  | 'changeProfilePassword'
  | 'changeEmailRequest'
  | 'changeEmail'
  | 'changeEmailUndo'
> = {
  currentUser: { request: {}, answer: { data: anna }, problems: { 401: signedOut } },
  login: {
    request: { body: { email: anna.email, password } },
    answer: { data: anna },
    problems: {
      403: [
        {
          code: 'email_not_verified',
          message:
            'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
        },
        {
          code: 'second_step',
          message: 'Для входа нужен ещё и код из приложения.',
          secondStep: { token: 'mQ3vXo8bTz5kGd1yLc7wRj2n' },
        },
      ],
      422: [
        {
          message:
            'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.',
        },
      ],
      429: [
        { message: 'Слишком много неудачных попыток входа. Можно задать новый пароль по ссылке из письма.' },
      ],
    },
  },
  logout: { request: {}, problems: {} },
  registration: {
    request: {
      body: {
        name: anna.name,
        email: anna.email,
        phone: anna.phone,
        ...passwords,
        consent: true,
        consentVersion: '2026-10-12',
      },
    },
    problems: { 422: shortPassword, 429: tooManyTries },
  },
  verifyEmailRequest: {
    request: { body: { email: anna.email } },
    problems: { 422: wrongEmail, 429: tooManyTries },
  },
  verifyEmail: {
    request: { id: mailedId, query: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
  forgotPassword: {
    request: { body: { email: anna.email } },
    problems: { 422: wrongEmail, 429: tooManyTries },
  },
  changePassword: {
    request: { id: mailedId, query: new URLSearchParams(mailedCode).toString(), body: passwords },
    problems: { 410: oldLink, 422: shortPassword, 429: tooManyTries },
  },
  changeProfile: {
    request: { body: { name: anna.name, phone: null } },
    answer: { data: { ...anna, phone: null } },
    problems: {
      401: signedOut,
      422: [wrongFields({ phone: ['Проверьте номер: он должен быть похож на +7\u00a0999\u00a0123-45-67'] })],
    },
  },
  changeProfilePassword: {
    request: { body: { password_old: password, ...passwords } },
    problems: {
      401: signedOut,
      422: [wrongFields({ password_old: ['Текущий пароль введён неверно.'] })],
      429: tooManyTries,
    },
  },
  changeEmailRequest: {
    request: { body: { email: 'anna.vorontsova@mail.example' } },
    problems: {
      401: signedOut,
      422: [wrongFields({ email: ['Это ваш нынешний адрес. Укажите новый.'] })],
      429: tooManyTries,
    },
  },
  changeEmail: {
    request: { query },
    answer: { data: { ...anna, email: 'anna.vorontsova@mail.example' } },
    problems: {
      401: signedOut,
      410: oldLink,
      422: [{ message: 'С этим адресом уже есть другой личный кабинет. Укажите другой адрес.' }],
    },
  },
  changeEmailUndo: {
    request: { id: mailedId, body: mailedCode },
    problems: { 410: oldLink, 422: wrongLink, 429: tooManyTries },
  },
}
