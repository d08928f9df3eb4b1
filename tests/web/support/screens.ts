import type { EndpointName } from 'contract/endpoints'
import type { Fields } from './browser'
import { homeAccount } from './world'

type Access = 'all' | 'guest' | 'user'

/** One screen of the portal. */
export interface Screen {
  path: string
  access: Access
  h1: string
  /** The calls that drawing it needs, beside the user and the default account. */
  loads: readonly EndpointName[]
}

const mailed = '9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4'
const [mailedId = '', mailedQuery = ''] = mailed.split('?')

export const screens = {
  home: { path: '/', access: 'all', h1: 'О компании', loads: ['page'] },
  content: { path: '/about/team', access: 'all', h1: 'О компании', loads: ['page'] },
  cookieSettings: { path: '/cookie-settings', access: 'all', h1: 'Настройки cookie', loads: [] },
  styleguide: { path: '/styleguide', access: 'all', h1: 'Компоненты', loads: [] },
  accessibleVersion: {
    path: '/accessible-version',
    access: 'all',
    h1: 'Версия для слабовидящих',
    loads: [],
  },
  login: { path: '/login', access: 'guest', h1: 'Вход', loads: [] },
  registration: { path: '/registration', access: 'guest', h1: 'Регистрация', loads: ['page'] },
  registrationSent: { path: '/registration?sent', access: 'guest', h1: 'Проверьте почту', loads: [] },
  forgotPassword: { path: '/forgot-password', access: 'guest', h1: 'Забыли пароль?', loads: [] },
  forgotPasswordSent: { path: '/forgot-password?sent', access: 'guest', h1: 'Проверьте почту', loads: [] },
  changePassword: { path: `/change-password/${mailed}`, access: 'guest', h1: 'Новый пароль', loads: [] },
  verifyEmail: { path: `/verify-email/${mailed}`, access: 'guest', h1: 'Подтверждение почты', loads: [] },
  changeEmailUndo: {
    path: `/change-email-undo/${mailed}`,
    access: 'all',
    h1: 'Отмена смены адреса',
    loads: [],
  },
  accounts: { path: '/personal', access: 'user', h1: 'Лицевые счета', loads: ['accounts'] },
  addAccount: { path: '/personal/add-account', access: 'user', h1: 'Добавить лицевой счёт', loads: [] },
  deleteAccount: {
    path: `/personal/delete-account?account=${homeAccount.account}`,
    access: 'user',
    h1: 'Удалить лицевой счёт',
    loads: ['accounts', 'autopayments'],
  },
  profile: { path: '/personal/profile', access: 'user', h1: 'Профиль', loads: [] },
  changeEmailRequest: {
    path: '/personal/change-email-request',
    access: 'user',
    h1: 'Новый адрес почты',
    loads: [],
  },
  changeEmail: {
    path: `/personal/change-email?id=${mailedId}&${mailedQuery}`,
    access: 'user',
    h1: 'Подтверждение нового адреса',
    loads: [],
  },
  pay: { path: '/pay', access: 'all', h1: 'Оплата по номеру счёта', loads: [] },
  paySuccess: {
    path: '/pay/success?payment=payment-1',
    access: 'all',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['guestPaymentState'],
  },
  payFailed: {
    path: '/pay/failed?payment=payment-1',
    access: 'all',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['guestPaymentState'],
  },
  personalPay: {
    path: '/personal/pay',
    access: 'user',
    h1: 'Оплата',
    loads: ['accounts', 'history', 'savedMethods'],
  },
  personalPaySuccess: {
    path: '/personal/pay-success?payment=payment-1',
    access: 'user',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['personalPaymentState'],
  },
  personalPayFailed: {
    path: '/personal/pay-failed?payment=payment-1',
    access: 'user',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['personalPaymentState'],
  },
  autopayments: {
    path: '/personal/autopayments',
    access: 'user',
    h1: 'Автоплатежи',
    loads: ['accounts', 'autopayments', 'savedMethods'],
  },
  newAutopayment: {
    path: '/personal/autopayments/new',
    access: 'user',
    h1: 'Новый автоплатёж',
    loads: ['accounts', 'autopayments', 'page'],
  },
  autopayment: {
    path: '/personal/autopayments/autopayment-1',
    access: 'user',
    h1: 'Автоплатёж',
    loads: ['autopayments', 'autopaymentRuns'],
  },
  changeAutopayment: {
    path: '/personal/autopayments/autopayment-1/change',
    access: 'user',
    h1: 'Изменить автоплатёж',
    loads: ['autopayments'],
  },
  removeAutopayment: {
    path: '/personal/autopayments/autopayment-1/delete',
    access: 'user',
    h1: 'Удалить автоплатёж',
    loads: ['autopayments'],
  },
  autopaySuccess: {
    path: '/personal/autopay-success?payment=payment-1',
    access: 'user',
    h1: 'Автоплатёж подключён',
    loads: ['personalPaymentState', 'autopayments'],
  },
  autopayFailed: {
    path: '/personal/autopay-failed?payment=payment-1',
    access: 'user',
    h1: 'Автоплатёж подключён',
    loads: ['personalPaymentState', 'autopayments'],
  },
  refuseAutopayment: {
    path: `/autopay-refuse/${mailed}`,
    access: 'all',
    h1: 'Отказ от списания',
    loads: [],
  },
  history: {
    path: '/personal/history',
    access: 'user',
    h1: 'История платежей',
    loads: ['accounts', 'history', 'charges'],
  },
  invoice: {
    path: '/personal/invoice',
    access: 'user',
    h1: 'Счёт за сентябрь 2026',
    loads: ['accounts', 'invoice'],
  },
} satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** One form of a screen, filled in well. */
export interface ScreenForm {
  screen: ScreenName
  button: string
  typed: Fields
  /** The call that it makes, and what it sends. */
  call: EndpointName
  body: unknown
  /** Where a success leads, and what it says there. */
  leadsTo: string
  says: string | null
}

const password = 'сорок две птицы'

export const forms = {
  login: {
    screen: 'login',
    button: 'Войти',
    typed: { email: 'anna@example.test', password },
    call: 'login',
    body: { email: 'anna@example.test', password },
    leadsTo: '/personal',
    says: null,
  },
  registration: {
    screen: 'registration',
    button: 'Зарегистрироваться',
    typed: {
      name: 'Анна Сергеевна',
      email: 'anna@example.test',
      phone: '8 (999) 123-45-67',
      password,
      password_confirmation: password,
      consent: true,
    },
    call: 'registration',
    body: {
      name: 'Анна Сергеевна',
      email: 'anna@example.test',
      phone: '+79991234567',
      password,
      password_confirmation: password,
      consent: true,
      consentVersion: '2026-08-01T00:00:00Z',
    },
    leadsTo: '/registration?sent',
    says: 'Письмо отправлено. Осталось подтвердить адрес.',
  },
  registrationResend: {
    screen: 'registrationSent',
    button: 'Отправить письмо ещё раз',
    typed: { email: 'anna@example.test' },
    call: 'verifyEmailRequest',
    body: { email: 'anna@example.test' },
    leadsTo: '/registration?sent',
    says: 'Если адрес ждёт подтверждения, новое письмо уже в пути.',
  },
  forgotPassword: {
    screen: 'forgotPassword',
    button: 'Отправить ссылку',
    typed: { email: 'anna@example.test' },
    call: 'forgotPassword',
    body: { email: 'anna@example.test' },
    leadsTo: '/forgot-password?sent',
    says: 'Письмо со ссылкой отправлено.',
  },
  changePassword: {
    screen: 'changePassword',
    button: 'Сохранить пароль',
    typed: { password, password_confirmation: password },
    call: 'changePassword',
    body: { password, password_confirmation: password },
    leadsTo: '/login',
    says: 'Пароль изменён. Войдите с новым паролем.',
  },
  verifyEmail: {
    screen: 'verifyEmail',
    button: 'Подтвердить адрес',
    typed: {},
    call: 'verifyEmail',
    body: undefined,
    leadsTo: '/login',
    says: 'Адрес подтверждён. Теперь войдите.',
  },
  changeEmailUndo: {
    screen: 'changeEmailUndo',
    button: 'Вернуть прежний адрес',
    typed: {},
    call: 'changeEmailUndo',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login',
    says: 'Прежний адрес снова действует. Войдите с ним и на всякий случай смените пароль.',
  },
  setDefault: {
    screen: 'accounts',
    button: 'Сделать основным лицевой счёт 1000200031',
    typed: {},
    call: 'setDefaultAccount',
    body: undefined,
    leadsTo: '/personal',
    says: 'Основной счёт изменён',
  },
  addAccount: {
    screen: 'addAccount',
    button: 'Добавить',
    typed: { account: '1000 2000-31' },
    call: 'addAccount',
    body: { account: '1000200031' },
    leadsTo: '/personal',
    says: 'Счёт добавлен',
  },
  deleteAccount: {
    screen: 'deleteAccount',
    button: 'Удалить счёт',
    typed: {},
    call: 'deleteAccount',
    body: undefined,
    leadsTo: '/personal',
    says: 'Счёт удалён из вашего кабинета',
  },
  profile: {
    screen: 'profile',
    button: 'Сохранить',
    typed: { name: 'Анна Павловна', phone: '' },
    call: 'changeProfile',
    body: { name: 'Анна Павловна', phone: null },
    leadsTo: '/personal/profile',
    says: 'Профиль сохранён',
  },
  password: {
    screen: 'profile',
    button: 'Изменить пароль',
    typed: { password_old: 'прежний пароль', password, password_confirmation: password },
    call: 'changeProfilePassword',
    body: { password_old: 'прежний пароль', password, password_confirmation: password },
    leadsTo: '/personal/profile',
    says: 'Пароль изменён. На других устройствах нужно войти заново.',
  },
  changeEmailRequest: {
    screen: 'changeEmailRequest',
    button: 'Отправить письмо',
    typed: { email: 'new@example.test' },
    call: 'changeEmailRequest',
    body: { email: 'new@example.test' },
    leadsTo: '/personal/profile',
    says: 'Отправили письмо на new@example.test. Откройте ссылку из него, и адрес изменится.',
  },
  changeEmail: {
    screen: 'changeEmail',
    button: 'Подтвердить новый адрес',
    typed: {},
    call: 'changeEmail',
    body: undefined,
    leadsTo: '/personal/profile',
    says: 'Адрес почты изменён',
  },
  pauseAutopayment: {
    screen: 'autopayments',
    button: `Приостановить автоплатёж лицевого счёта ${homeAccount.account}`,
    typed: {},
    call: 'changeAutopayment',
    body: { status: 'paused' },
    leadsTo: '/personal/autopayments',
    says: 'Автоплатёж приостановлен: списаний не будет, пока вы его не возобновите',
  },
  unlinkCard: {
    screen: 'autopayments',
    button: 'Отвязать: Карта *4444',
    typed: {},
    call: 'deleteSavedMethod',
    body: undefined,
    leadsTo: '/personal/autopayments',
    says: 'Карта отвязана: списаний с неё больше не будет',
  },
  changeAutopayment: {
    screen: 'changeAutopayment',
    button: 'Сохранить',
    typed: { limit: '7 000,50' },
    call: 'changeAutopayment',
    body: { limit: 700_050 },
    leadsTo: '/personal/autopayments',
    says: 'Автоплатёж изменён',
  },
  removeAutopayment: {
    screen: 'removeAutopayment',
    button: 'Удалить автоплатёж',
    typed: {},
    call: 'deleteAutopayment',
    body: undefined,
    leadsTo: '/personal/autopayments',
    says: 'Автоплатёж удалён, карта отвязана',
  },
  refuseAutopayment: {
    screen: 'refuseAutopayment',
    button: 'Отказаться от списания',
    typed: {},
    call: 'refuseAutopayment',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login?redirectTo=%2Fpersonal%2Fautopayments',
    says: 'Ближайшего списания не будет. Автоплатёж остаётся включённым: следующие списания пойдут как обычно.',
  },
} satisfies Record<string, ScreenForm>

export const eachScreen = Object.entries<Screen>(screens)
export const eachForm = Object.entries<ScreenForm>(forms)
export const screenOf = ({ screen }: ScreenForm): Screen => screens[screen]
