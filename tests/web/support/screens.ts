import type { EndpointName } from 'contract/endpoints'
import type { Browser, Fields } from './browser'
import { homeAccount } from './default-answers'
import type { TestPortal } from './portal'

type Access = 'all' | 'guest' | 'user'

/** One screen of the portal. */
export interface Screen {
  path: string
  access: Access
  h1: string
  /** Shown to a guest whose login waits for a code. */
  waitsForCode?: true
  /** The calls that it needs, besides the user and the default account. */
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
  loginCode: { path: '/login/code', access: 'guest', waitsForCode: true, h1: 'Код для входа', loads: [] },
  registration: { path: '/registration', access: 'guest', h1: 'Регистрация', loads: ['page'] },
  registrationSent: { path: '/registration?sent', access: 'guest', h1: 'Проверьте почту', loads: [] },
  forgotPassword: { path: '/forgot-password', access: 'guest', h1: 'Забыли пароль?', loads: [] },
  forgotPasswordSent: { path: '/forgot-password?sent', access: 'guest', h1: 'Проверьте почту', loads: [] },
  changePassword: { path: `/change-password/${mailed}`, access: 'guest', h1: 'Новый пароль', loads: [] },
  verifyEmail: { path: `/verify-email/${mailed}`, access: 'guest', h1: 'Подтверждение почты', loads: [] },
  notMe: { path: `/not-me/${mailed}`, access: 'all', h1: 'Вход с нового устройства', loads: [] },
  changeEmailUndo: {
    path: `/change-email-undo/${mailed}`,
    access: 'all',
    h1: 'Отмена смены адреса',
    loads: [],
  },
  deletionUndo: { path: `/deletion-undo/${mailed}`, access: 'all', h1: 'Отмена удаления', loads: [] },
  accounts: { path: '/personal', access: 'user', h1: 'Лицевые счета', loads: ['accounts'] },
  addAccount: { path: '/personal/add-account', access: 'user', h1: 'Добавить лицевой счёт', loads: [] },
  deleteAccount: {
    path: `/personal/delete-account?account=${homeAccount.account}`,
    access: 'user',
    h1: 'Удалить лицевой счёт',
    loads: ['accounts', 'autopayments'],
  },
  accountTitle: {
    path: `/personal/account-title?account=${homeAccount.account}`,
    access: 'user',
    h1: 'Название лицевого счёта',
    loads: ['accounts'],
  },
  access: {
    path: `/personal/access?account=${homeAccount.account}`,
    access: 'user',
    h1: 'Доступ к лицевому счёту',
    loads: ['accounts', 'access'],
  },
  accessClose: {
    path: `/personal/access-close?account=${homeAccount.account}&grant=grant-2`,
    access: 'user',
    h1: 'Закрыть доступ',
    loads: ['accounts', 'access'],
  },
  accessInvite: {
    path: `/access-invite/${mailed}`,
    access: 'all',
    h1: 'Вам открывают доступ',
    loads: ['previewInvitation'],
  },
  profile: { path: '/personal/profile', access: 'user', h1: 'Профиль', loads: [] },
  myData: { path: '/personal/my-data', access: 'user', h1: 'Мои данные', loads: ['consents'] },
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
  security: {
    path: '/personal/security',
    access: 'user',
    h1: 'Безопасность',
    loads: ['sessions', 'secondStep'],
  },
  pay: { path: '/pay', access: 'all', h1: 'Оплата по номеру лицевого счёта', loads: [] },
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
  askToPay: {
    path: '/personal/ask-to-pay',
    access: 'user',
    h1: 'Попросить оплатить',
    loads: ['accounts', 'payCheck'],
  },
  paySeveral: {
    path: '/personal/pay-several',
    access: 'user',
    h1: 'Оплата нескольких лицевых счетов',
    loads: ['accounts'],
  },
  personalPaySuccess: {
    path: '/personal/pay-success?payment=payment-1',
    access: 'user',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['personalPaymentState', 'accounts'],
  },
  personalPayFailed: {
    path: '/personal/pay-failed?payment=payment-1',
    access: 'user',
    h1: 'Оплачено 2 450,50 ₽',
    loads: ['personalPaymentState', 'accounts'],
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
    loads: ['personalPaymentState', 'autopayments', 'accounts'],
  },
  autopayFailed: {
    path: '/personal/autopay-failed?payment=payment-1',
    access: 'user',
    h1: 'Автоплатёж подключён',
    loads: ['personalPaymentState', 'autopayments', 'accounts'],
  },
  optOutOfCharge: {
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
    h1: 'Квитанция за сентябрь 2026',
    loads: ['accounts', 'invoice', 'invoiceLetters'],
  },
  invoiceExplanation: {
    path: '/personal/invoice-explanation?period=2026-09',
    access: 'user',
    h1: 'Почему такая сумма',
    loads: ['accounts', 'invoice', 'invoiceExplanation'],
  },
  readings: {
    path: '/personal/readings',
    access: 'user',
    h1: 'Показания счётчиков',
    loads: ['accounts', 'meters', 'readingHistory'],
  },
  reminders: {
    path: '/personal/reminders',
    access: 'user',
    h1: 'Напоминания',
    loads: ['readingReminder', 'calendarLink', 'invoiceLetters'],
  },
  reminderOff: {
    path: `/reminder-off/${mailed}`,
    access: 'all',
    h1: 'Отключить напоминания',
    loads: [],
  },
  invoiceLettersOff: {
    path: `/invoice-letters-off/${mailed}`,
    access: 'all',
    h1: 'Отключить письма о квитанциях',
    loads: [],
  },
} satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

/** One form of a screen with valid values. */
export interface ScreenForm {
  screen: ScreenName
  button: string
  typed: Fields
  /** Its product API call with the body. */
  call: EndpointName
  body: unknown
  /** The redirect after a success, and the message there. */
  leadsTo: string
  says: string | null
  /** Whether the message stays on the page after its toast. */
  stays?: true
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
  loginCode: {
    screen: 'loginCode',
    button: 'Войти',
    typed: { code: '123 456', rememberDevice: true },
    call: 'loginSecondStep',
    body: { token: 'token-1', code: '123456', rememberDevice: true },
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
    stays: true,
  },
  forgotPassword: {
    screen: 'forgotPassword',
    button: 'Отправить ссылку',
    typed: { email: 'anna@example.test' },
    call: 'forgotPassword',
    body: { email: 'anna@example.test' },
    leadsTo: '/forgot-password?sent',
    says: 'Если адрес зарегистрирован, письмо уже в пути.',
    stays: true,
  },
  changePassword: {
    screen: 'changePassword',
    button: 'Сохранить пароль',
    typed: { password, password_confirmation: password },
    call: 'changePassword',
    body: { password, password_confirmation: password },
    leadsTo: '/login',
    says: 'Пароль изменён. Войдите с новым паролем.',
    stays: true,
  },
  verifyEmail: {
    screen: 'verifyEmail',
    button: 'Подтвердить адрес',
    typed: {},
    call: 'verifyEmail',
    body: undefined,
    leadsTo: '/login',
    says: 'Адрес подтверждён. Теперь войдите.',
    stays: true,
  },
  notMe: {
    screen: 'notMe',
    button: 'Это не я: завершить все сеансы',
    typed: {},
    call: 'notMe',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login',
    says: 'Все сеансы завершены. На вашу почту идёт письмо со ссылкой: задайте по ней новый пароль. Если кабинет удалён, в письме будет ссылка, которая отменяет удаление. Если письмо не пришло, почту в кабинете могли сменить: верните прежнюю по ссылке из письма «Адрес электронной почты изменён».',
    stays: true,
  },
  changeEmailUndo: {
    screen: 'changeEmailUndo',
    button: 'Вернуть прежний адрес',
    typed: {},
    call: 'changeEmailUndo',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login',
    says: 'Прежний адрес снова действует. Войдите с ним и на всякий случай смените пароль.',
    stays: true,
  },
  deletionUndo: {
    screen: 'deletionUndo',
    button: 'Отменить удаление',
    typed: {},
    call: 'deletionUndo',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login',
    says: 'Удаление отменено. Войдите с прежними почтой и паролем.',
    stays: true,
  },
  deletion: {
    screen: 'myData',
    button: 'Удалить личный кабинет',
    typed: { password },
    call: 'deletion',
    body: { password },
    leadsTo: '/',
    says: 'Личный кабинет удалён. Мы отправили вам письмо: по ссылке из него в течение 30 дней можно вернуться.',
    stays: true,
  },
  setDefault: {
    screen: 'accounts',
    button: 'Сделать основным лицевой счёт 1000200031',
    typed: {},
    call: 'setDefaultAccount',
    body: undefined,
    leadsTo: '/personal',
    says: 'Основной лицевой счёт изменён',
  },
  addAccount: {
    screen: 'addAccount',
    button: 'Добавить',
    typed: { account: '1000 2000-31' },
    call: 'addAccount',
    body: { account: '1000200031' },
    leadsTo: '/personal',
    says: 'Лицевой счёт 1000200031 добавлен: Дача',
    stays: true,
  },
  deleteAccount: {
    screen: 'deleteAccount',
    button: 'Удалить лицевой счёт',
    typed: {},
    call: 'deleteAccount',
    body: undefined,
    leadsTo: '/personal',
    says: 'Лицевой счёт удалён из вашего кабинета',
    stays: true,
  },
  accountTitle: {
    screen: 'accountTitle',
    button: 'Сохранить',
    typed: { title: ' Мамина квартира ' },
    call: 'changeAccountTitle',
    body: { title: 'Мамина квартира' },
    leadsTo: '/personal',
    says: `Теперь лицевой счёт ${homeAccount.account} называется «Мамина квартира»`,
  },
  confirmGrant: {
    screen: 'access',
    button: 'Подтвердить: П…р И.',
    typed: {},
    call: 'confirmGrant',
    body: undefined,
    leadsTo: `/personal/access?account=${homeAccount.account}`,
    says: 'Доступ открыт: мы написали об этом письмо',
    stays: true,
  },
  closeAccess: {
    screen: 'accessClose',
    button: 'Закрыть доступ',
    typed: {},
    call: 'endGrant',
    body: undefined,
    leadsTo: `/personal/access?account=${homeAccount.account}`,
    says: 'Доступ больше не действует',
    stays: true,
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
    stays: true,
  },
  changeEmailRequest: {
    screen: 'changeEmailRequest',
    button: 'Отправить письмо',
    typed: { email: 'new@example.test' },
    call: 'changeEmailRequest',
    body: { email: 'new@example.test' },
    leadsTo: '/personal/profile',
    says: 'Отправили письмо на new@example.test. Откройте ссылку из него, и адрес изменится.',
    stays: true,
  },
  changeEmail: {
    screen: 'changeEmail',
    button: 'Подтвердить новый адрес',
    typed: {},
    call: 'changeEmail',
    body: undefined,
    leadsTo: '/personal/profile',
    says: 'Адрес почты изменён',
    stays: true,
  },
  endSession: {
    screen: 'security',
    button: 'Завершить: Firefox, Windows, вход 1 сентября в 12:12, последнее действие 5 сентября в 12:12',
    typed: {},
    call: 'endSession',
    body: undefined,
    leadsTo: '/personal/security',
    says: 'Сеанс завершён: на том устройстве нужно войти заново',
    stays: true,
  },
  endOtherSessions: {
    screen: 'security',
    button: 'Завершить все остальные',
    typed: {},
    call: 'endOtherSessions',
    body: undefined,
    leadsTo: '/personal/security',
    says: 'Остальные сеансы завершены: на других устройствах нужно войти заново',
    stays: true,
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
    stays: true,
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
    says: 'Автоплатёж удалён, списаний по нему больше не будет',
    stays: true,
  },
  optOutOfCharge: {
    screen: 'optOutOfCharge',
    button: 'Отказаться от списания',
    typed: {},
    call: 'optOutOfCharge',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/login?redirectTo=%2Fpersonal%2Fautopayments',
    says: 'Ближайшего списания не будет. Автоплатёж остаётся включённым: следующие списания пойдут как обычно.',
    stays: true,
  },
  reminderLetter: {
    screen: 'reminders',
    button: 'Включить напоминания',
    typed: {},
    call: 'changeReadingReminder',
    body: { on: true },
    leadsTo: '/personal/reminders',
    says: 'Напоминания включены: напишем за три дня до конца приёма',
  },
  reminderOff: {
    screen: 'reminderOff',
    button: 'Отключить напоминания',
    typed: {},
    call: 'stopReadingReminder',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/',
    says: 'Напоминания о показаниях отключены: писем больше не будет',
    stays: true,
  },
  invoiceLetters: {
    screen: 'reminders',
    button: 'Включить письма о квитанциях',
    typed: {},
    call: 'changeInvoiceLetters',
    body: { on: true },
    leadsTo: '/personal/reminders',
    says: 'Письма о квитанциях включены: напишем, когда придёт новая квитанция',
  },
  invoiceLettersOff: {
    screen: 'invoiceLettersOff',
    button: 'Отключить письма о квитанциях',
    typed: {},
    call: 'stopInvoiceLetters',
    body: { code: '1b2c3d4e5f60718293a4' },
    leadsTo: '/',
    says: 'Письма о квитанциях отключены: больше не придут',
    stays: true,
  },
} satisfies Record<string, ScreenForm>

export const eachScreen = Object.entries<Screen>(screens)
export const eachForm = Object.entries<ScreenForm>(forms)
export const screenOf = ({ screen }: ScreenForm): Screen => screens[screen]

/** A visitor who may open the screen. */
export const visitorOf = async (
  { access, waitsForCode }: Pick<Screen, 'access' | 'waitsForCode'>,
  portal: TestPortal,
): Promise<Browser> => {
  if (access === 'user') return portal.customer()
  return waitsForCode ? portal.atSecondStep() : portal.visitor()
}
