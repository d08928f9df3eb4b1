import type { EndpointName } from 'contract/endpoints'
import { SHOWN_TOTAL } from '../../../app/features/payments/basket-part'
import type { Browser, Fields } from './browser'
import { dachaAccount, homeAccount } from './default-answers'
import type { FakeUpstream, UpstreamAnswer } from './fake-upstream'
import type { Page } from './page'
import type { TestPortal } from './portal'
import { type Screen, visitorOf } from './screens'
import type { Fault } from './upstream-faults'

/** A form missing in screens.ts: it leads to the bank, is answered by a page, or is not on a screen by default. */
export interface OwnAnswerForm {
  path: string
  access: Screen['access']
  /** Of the page that has the form. */
  h1: string
  /** What the product API answers for it, where that is not the default. */
  given: readonly (readonly [EndpointName, UpstreamAnswer])[]
  button: string
  typed: Fields
  /** From the page at `path` to the one that has the form. */
  reach(page: Page, visitor: Browser): Promise<Page>
  /** From the answer to the form to the page whose load makes the call. */
  arrive(answer: Page, visitor: Browser): Promise<Page>
  call: EndpointName
  /** The faults that are a success: the call needs no body. */
  harmless: readonly Fault[]
  /** What it says after a failure of its call, besides that the service is not available. */
  alsoSays: readonly string[]
  /** The same when another call failed before its own was made. */
  alsoSaysUnsent: readonly string[]
  /** The page that has its button when nobody could tell who is signed in: its answer, or the one before. */
  afterUnsent(answer: Page, before: Page): Page
  /** The redirect or the h1 that answers it. */
  success: { status: 200 | 303; at: string }
}

const usually = {
  given: [],
  reach: async (page: Page) => page,
  arrive: async (answer: Page) => answer,
  harmless: [],
  alsoSays: [],
  alsoSaysUnsent: [],
  afterUnsent: (answer: Page) => answer,
} satisfies Partial<OwnAnswerForm>

const password = 'сорок две птицы'
const bank = 'https://yoomoney.ru/pay'
const notTaken = 'Деньги не списаны.'
/** A saved card is charged without the bank's page, so that its payment may exist. */
const mayBeTaken =
  'Пока неизвестно, прошёл ли платёж. Нажмите «Оплатить» ещё раз: дважды эта оплата не пройдёт.'
const pressAgain =
  'Нажмите «Подключить автоплатёж» ещё раз: второго автоплатежа и второго списания от этого не будет.'

const charged = {
  id: 'payment-1',
  account: homeAccount.account,
  amount: 10_050,
  status: 'pending',
  createdAt: '2026-10-05T09:12:44Z',
  source: 'personal',
  confirmationUrl: null,
}

const personalPayment = {
  ...usually,
  path: '/personal/pay',
  access: 'user',
  h1: 'Оплата',
  button: 'Оплатить',
  call: 'personalPayment',
} satisfies Partial<OwnAnswerForm>

const bothOwed = [homeAccount, { ...dachaAccount, balance: 186_170 }]
const homePart = `part-${homeAccount.account}`
const dachaPart = `part-${dachaAccount.account}`

const basket = {
  ...usually,
  path: `/personal/pay-several?${new URLSearchParams(bothOwed.map(({ account }) => ['account', account]))}`,
  access: 'user',
  h1: 'Оплата нескольких лицевых счетов',
  given: [
    ['accounts', { body: { data: bothOwed } }],
    [
      'basketPreview',
      {
        body: {
          data: {
            amount: 431_220,
            parts: bothOwed.map(({ account, balance }) => ({ account, amount: balance })),
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

const security = { ...usually, path: '/personal/security', access: 'user' } satisfies Partial<OwnAnswerForm>
const setUp = 'Включить второй шаг'

const reminders = {
  ...usually,
  path: '/personal/reminders',
  access: 'user',
  h1: 'Напоминания',
  // Without its customer the page can't tell whether there is a link.
  afterUnsent: (_: Page, before: Page) => before,
} satisfies Partial<OwnAnswerForm>
const linkMade = [['calendarLink', { body: { data: { createdAt: '2026-09-01T21:30:00Z' } } }]] as const

const invitation = {
  ...usually,
  path: '/access-invite/9f3c2a7e51b04d6c8a1e?code=1b2c3d4e5f60718293a4',
  access: 'user',
  h1: 'Вам открывают доступ',
  typed: {},
} satisfies Partial<OwnAnswerForm>

export const ownAnswerForms = {
  guestPayment: {
    ...usually,
    path: `/pay?account=${homeAccount.account}`,
    access: 'all',
    h1: 'Оплата лицевого счёта',
    button: 'Оплатить',
    typed: { amount: '1 234,5', email: 'ivan@example.test' },
    call: 'guestPayment',
    alsoSays: [notTaken],
    alsoSaysUnsent: [notTaken],
    success: { status: 303, at: bank },
  },
  personalPayment: {
    ...personalPayment,
    typed: { amount: '100,5', saveMethod: true },
    alsoSays: [notTaken],
    alsoSaysUnsent: [notTaken],
    success: { status: 303, at: bank },
  },
  personalPaymentByCard: {
    ...personalPayment,
    given: [['personalPayment', { status: 201, body: { data: charged } }]],
    typed: { amount: '100,5', paymentMethod: 'method-1' },
    alsoSays: [mayBeTaken],
    alsoSaysUnsent: [notTaken],
    success: { status: 303, at: '/personal/pay-success?payment=payment-1' },
  },
  basket: {
    ...basket,
    typed: { [homePart]: '100,5', [dachaPart]: '77,7', saveMethod: true },
    alsoSays: [notTaken],
    alsoSaysUnsent: [notTaken],
    success: { status: 303, at: bank },
  },
  basketByCard: {
    ...basket,
    given: [...basket.given, ['beginBasket', { status: 201, body: { data: chargedBasket } }]],
    // With scripts the hidden total follows what is typed.
    typed: { [homePart]: '100,5', [dachaPart]: '77,7', paymentMethod: 'method-1', [SHOWN_TOTAL]: '17820' },
    alsoSays: [mayBeTaken],
    alsoSaysUnsent: [notTaken],
    success: { status: 303, at: '/personal/pay-success?basket=basket-1' },
  },
  newAutopayment: {
    ...usually,
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
    ...usually,
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
    given: [['secondStep', { body: { data: { enabled: true, recoveryCodesLeft: 10 } } }]],
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
    given: linkMade,
    button: 'Заменить ссылку',
    typed: {},
    call: 'newCalendarLink',
    success: { status: 200, at: 'Ссылка на календарь' },
  },
  endCalendarLink: {
    ...reminders,
    given: linkMade,
    button: 'Отключить',
    typed: {},
    call: 'deleteCalendarLink',
    harmless: ['answers 204', 'leaves out what is required'],
    success: { status: 303, at: '/personal/reminders' },
  },
  invite: {
    ...usually,
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

/** Makes no call itself: the page that it leads to does. */
const accountCheck = {
  ...usually,
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

export const give = (given: OwnAnswerForm['given'], upstream: FakeUpstream) => {
  for (const [call, answer] of given) upstream.on(call, answer)
}

/** A visitor at the page that has the form. */
export const atForm = async (form: OwnAnswerForm, portal: TestPortal, upstream: FakeUpstream) => {
  give(form.given, upstream)
  const visitor = await visitorOf(form, portal)
  return { visitor, page: await form.reach(await visitor.get(form.path), visitor) }
}

/** Presses the form's button; returns the page that has its outcome. */
export const send = async (form: OwnAnswerForm, visitor: Browser, page: Page, typed: Fields) =>
  form.arrive(await visitor.press(page, form.button, typed), visitor)

/** The key by which the API knows the form again; undefined for a form without one. */
export const keyIn = (page: Page, { button }: OwnAnswerForm) =>
  page.formOf(button).values.get('idempotencyKey') ?? undefined

/** Like a form's `success`. */
export const outcomeOf = ({ status, location, h1 }: Page) => ({ status, at: location ?? h1 })

/** The parts of a combination for tests that wait: each form, and each promise with each of these values. */
export const promiseAndName = ({ name, form }: { name: string; form: OwnAnswerForm }, value: string) => [
  name,
  `${form.alsoSays} ${value}`,
]
