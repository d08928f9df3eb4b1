import type { EndpointName } from 'contract/endpoints'
import { SHOWN_TOTAL } from '../../../app/features/payments/basket-part'
import type { Browser, Fields } from './browser'
import { dachaAccount, homeAccount } from './default-answers'
import type { FakeUpstream, UpstreamAnswer } from './fake-upstream'
import type { Page } from './page'
import type { TestPortal } from './portal'
import { type Screen, visitorOf } from './screens'
import type { Fault } from './upstream-faults'

/** A form that screens.ts does not have: it leads to the bank, is answered by a page, or is not always on its screen. */
export interface OwnAnswerForm {
  path: string
  access: Screen['access']
  /** The h1 of the page that has the form. */
  h1: string
  /** The answers of the product API that are not the default ones. */
  answers: readonly (readonly [EndpointName, UpstreamAnswer])[]
  button: string
  typed: Fields
  /** From the page at `path` to the one that has the form. */
  reach(page: Page, visitor: Browser): Promise<Page>
  /** From the answer to the form to the page whose load makes the call. */
  arrive(answer: Page, visitor: Browser): Promise<Page>
  call: EndpointName
  /** Faults after which the form succeeds nevertheless: its call needs no body. */
  harmless: readonly Fault[]
  /** The further messages after a failure of its call, besides that the service is not available. */
  alsoSays: readonly string[]
  /** The further messages if another call failed before its own was made. */
  alsoSaysUnsent: readonly string[]
  /** Returns the page that has the button after the call for the current user failed: the answer, or the page before. */
  afterUnsent(answer: Page, before: Page): Page
  /** After a success: the redirect, or the h1 of the answer. */
  success: { status: 200 | 303; at: string }
}

const defaults = {
  answers: [],
  reach: async (page: Page) => page,
  arrive: async (answer: Page) => answer,
  harmless: [],
  alsoSays: [],
  alsoSaysUnsent: [],
  afterUnsent: (answer: Page) => answer,
} satisfies Partial<OwnAnswerForm>

const password = 'сорок две птицы'
const bank = 'https://yoomoney.ru/pay'
const nothingCharged = 'Деньги не списаны.'
/** A saved card is charged without the bank's page: the payment may exist although its answer was lost. */
const mayBeCharged =
  'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.'
const pressAgain =
  'Нажмите «Подключить автоплатёж» ещё раз: второго автоплатежа и второго списания от этого не будет.'

const chargedPayment = {
  id: 'payment-1',
  account: homeAccount.account,
  amount: 10_050,
  status: 'pending',
  createdAt: '2026-10-05T09:12:44Z',
  source: 'personal',
  confirmationUrl: null,
}

const personalPayment = {
  ...defaults,
  path: '/personal/pay',
  access: 'user',
  h1: 'Оплата',
  button: 'Оплатить',
  call: 'personalPayment',
} satisfies Partial<OwnAnswerForm>

const accountsWithDebts = [homeAccount, { ...dachaAccount, balance: 186_170 }]
const homePart = `part-${homeAccount.account}`
const dachaPart = `part-${dachaAccount.account}`

const basket = {
  ...defaults,
  path: `/personal/pay-several?${new URLSearchParams(accountsWithDebts.map(({ account }) => ['account', account]))}`,
  access: 'user',
  h1: 'Оплата нескольких лицевых счетов',
  answers: [
    ['accounts', { body: { data: accountsWithDebts } }],
    [
      'basketPreview',
      {
        body: {
          data: {
            amount: 431_220,
            parts: accountsWithDebts.map(({ account, balance }) => ({ account, amount: balance })),
          },
        },
      },
    ],
  ],
  button: 'Оплатить',
  call: 'beginBasket',
} satisfies Partial<OwnAnswerForm>

const chargedBasket = {
  id: 'basket-1',
  amount: 17_820,
  status: 'pending',
  parts: [
    { account: homeAccount.account, amount: 10_050, payment: 'payment-1' },
    { account: dachaAccount.account, amount: 7_770, payment: 'payment-2' },
  ],
  confirmationUrl: null,
}

const security = { ...defaults, path: '/personal/security', access: 'user' } satisfies Partial<OwnAnswerForm>
const setUp = 'Включить второй шаг'

const reminders = {
  ...defaults,
  path: '/personal/reminders',
  access: 'user',
  h1: 'Напоминания',
  // Without its customer the page can't tell whether there is a link.
  afterUnsent: (_: Page, before: Page) => before,
} satisfies Partial<OwnAnswerForm>
const withCalendarLink = [
  ['calendarLink', { body: { data: { createdAt: '2026-09-01T21:30:00Z' } } }],
] as const

const invitation = {
  ...defaults,
  path: '/access-invite/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4',
  access: 'user',
  h1: 'Вам открывают доступ',
  typed: {},
} satisfies Partial<OwnAnswerForm>

export const ownAnswerForms = {
  guestPayment: {
    ...defaults,
    path: `/pay?account=${homeAccount.account}`,
    access: 'all',
    h1: 'Оплата лицевого счёта',
    button: 'Оплатить',
    typed: { amount: '1 234,5', email: 'ivan@example.test' },
    call: 'guestPayment',
    alsoSays: [nothingCharged],
    alsoSaysUnsent: [nothingCharged],
    success: { status: 303, at: bank },
  },
  personalPayment: {
    ...personalPayment,
    typed: { amount: '100,5', saveMethod: true },
    alsoSays: [nothingCharged],
    alsoSaysUnsent: [nothingCharged],
    success: { status: 303, at: bank },
  },
  personalPaymentByCard: {
    ...personalPayment,
    answers: [['personalPayment', { status: 201, body: { data: chargedPayment } }]],
    typed: { amount: '100,5', paymentMethod: 'method-1' },
    alsoSays: [mayBeCharged],
    alsoSaysUnsent: [nothingCharged],
    success: { status: 303, at: '/personal/pay-success?payment=payment-1' },
  },
  basket: {
    ...basket,
    typed: { [homePart]: '100,5', [dachaPart]: '77,7', saveMethod: true },
    alsoSays: [nothingCharged],
    alsoSaysUnsent: [nothingCharged],
    success: { status: 303, at: bank },
  },
  basketByCard: {
    ...basket,
    answers: [...basket.answers, ['beginBasket', { status: 201, body: { data: chargedBasket } }]],
    // With scripts the hidden total follows what is typed.
    typed: { [homePart]: '100,5', [dachaPart]: '77,7', paymentMethod: 'method-1', [SHOWN_TOTAL]: '17820' },
    alsoSays: [mayBeCharged],
    alsoSaysUnsent: [nothingCharged],
    success: { status: 303, at: '/personal/pay-success?basket=basket-1' },
  },
  newAutopayment: {
    ...defaults,
    path: '/personal/autopayments/new',
    access: 'user',
    h1: 'Новый автоплатёж',
    button: 'Подключить автоплатёж',
    typed: {
      account: dachaAccount.account,
      rule: 'monthly',
      day: '3',
      amount: '10,5',
      limit: '5 000',
      consent: true,
    },
    call: 'newAutopayment',
    alsoSays: [pressAgain],
    alsoSaysUnsent: [pressAgain],
    success: { status: 303, at: bank },
  },
  readings: {
    ...defaults,
    path: '/personal/readings',
    access: 'user',
    h1: 'Показания счётчиков',
    button: 'Передать показания',
    typed: { 'reading-meter-1-t1': '125,5', 'reading-meter-2-t1': '20 200', 'reading-meter-2-t2': '310' },
    call: 'sendReadings',
    success: { status: 200, at: 'Показания приняты' },
  },
  secondStepSetup: {
    ...security,
    h1: 'Безопасность',
    button: setUp,
    typed: { password },
    call: 'secondStepSetup',
    success: { status: 200, at: 'Включение второго шага' },
  },
  secondStepConfirm: {
    ...security,
    h1: 'Включение второго шага',
    reach: (page: Page, visitor: Browser) => visitor.press(page, setUp, { password }),
    button: 'Подтвердить и включить',
    typed: { code: '123 456' },
    call: 'secondStepConfirm',
    success: { status: 200, at: 'Запасные коды' },
  },
  secondStepOff: {
    ...security,
    h1: 'Безопасность',
    answers: [['secondStep', { body: { data: { enabled: true, recoveryCodesLeft: 10 } } }]],
    button: 'Выключить второй шаг',
    typed: { password, code: '123 456' },
    call: 'secondStepOff',
    harmless: ['answers 204', 'leaves out what is required'],
    success: { status: 303, at: '/personal/security' },
  },
  newCalendarLink: {
    ...reminders,
    button: 'Создать ссылку',
    typed: {},
    call: 'newCalendarLink',
    success: { status: 200, at: 'Ссылка на календарь' },
  },
  otherCalendarLink: {
    ...reminders,
    answers: withCalendarLink,
    button: 'Заменить ссылку',
    typed: {},
    call: 'newCalendarLink',
    success: { status: 200, at: 'Ссылка на календарь' },
  },
  endCalendarLink: {
    ...reminders,
    answers: withCalendarLink,
    button: 'Отключить',
    typed: {},
    call: 'deleteCalendarLink',
    harmless: ['answers 204', 'leaves out what is required'],
    success: { status: 303, at: '/personal/reminders' },
  },
  invite: {
    ...defaults,
    path: `/personal/access?account=${homeAccount.account}`,
    access: 'user',
    h1: 'Доступ к лицевому счёту',
    button: 'Пригласить',
    typed: { email: 'nina@example.test', label: 'мама', readings: true, until: '2099-05-31', password },
    call: 'inviteToAccount',
    success: { status: 200, at: 'Приглашение готово' },
  },
  acceptInvitation: {
    ...invitation,
    button: 'Принять',
    call: 'acceptInvitation',
    success: { status: 303, at: '/personal' },
  },
  declineInvitation: {
    ...invitation,
    button: 'Отказаться',
    call: 'declineInvitation',
    harmless: ['answers 204', 'leaves out what is required'],
    success: { status: 303, at: '/personal' },
  },
} satisfies Record<string, OwnAnswerForm>

/** Makes no call itself; the page after its redirect does. */
const accountCheck = {
  ...defaults,
  path: '/pay',
  access: 'all',
  h1: 'Оплата по номеру лицевого счёта',
  button: 'Продолжить',
  typed: { account: homeAccount.account },
  arrive: (answer: Page, visitor: Browser) => visitor.follow(answer),
  call: 'payCheck',
  success: { status: 200, at: 'Оплата лицевого счёта' },
} satisfies OwnAnswerForm

export const eachOwnAnswerForm = Object.entries<OwnAnswerForm>({ ...ownAnswerForms, accountCheck })

export const setAnswers = (answers: OwnAnswerForm['answers'], upstream: FakeUpstream) => {
  for (const [call, answer] of answers) upstream.on(call, answer)
}

/** Opens the page that has the form as a visitor who may. */
export const atForm = async (form: OwnAnswerForm, portal: TestPortal, upstream: FakeUpstream) => {
  setAnswers(form.answers, upstream)
  const visitor = await visitorOf(form, portal)
  return { visitor, page: await form.reach(await visitor.get(form.path), visitor) }
}

/** Presses the form's button; returns the page that has its outcome. */
export const send = async (form: OwnAnswerForm, visitor: Browser, page: Page, typed: Fields) =>
  form.arrive(await visitor.press(page, form.button, typed), visitor)

/** The idempotency key of the form; undefined if it has none. */
export const keyIn = (page: Page, { button }: OwnAnswerForm) =>
  page.formOf(button).values.get('idempotencyKey') ?? undefined

/** Like a form's `success`. */
export const outcomeOf = ({ status, location, h1 }: Page) => ({ status, at: location ?? h1 })

/**
 * For `combinationsOf` in tests that wait: the chosen combinations have each form, and each further message with each of
 * these values.
 */
export const messageAndName = ({ name, form }: { name: string; form: OwnAnswerForm }, value: string) => [
  name,
  `${form.alsoSays} ${value}`,
]
