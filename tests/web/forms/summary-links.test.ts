import { expect, test } from 'vitest'
import { homeAccount } from '../support/default-answers'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'
import { eachForm, type Screen, type ScreenForm, screenOf, screens, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

/** The fields of every form: the API may find fault with any of them, whether the page draws it or not. */
const fields = [
  'account',
  'amount',
  'code',
  'confirmed',
  'consent',
  'consentVersion',
  'day',
  'email',
  'id',
  'idempotencyKey',
  'limit',
  'meter-1.t1',
  'name',
  'password',
  'password_confirmation',
  'password_old',
  'paymentMethod',
  'phone',
  'proof',
  'proof_for',
  'qr',
  'rememberDevice',
  'rule',
  'saveMethod',
  'seenBalance',
  'status',
  'token',
]
const errors = Object.fromEntries(fields.map((field) => [field, [`Поле ${field} не годится`]]))

type RefusedForm = Pick<ScreenForm, 'button' | 'typed' | 'call'> & { on: Pick<Screen, 'path' | 'access'> }

const withScreens = eachForm.map(([name, form]): [string, RefusedForm] => [
  name,
  { ...form, on: screenOf(form) },
])

/** The forms that lead to the bank or have a page of their own after a success. */
const others: [string, RefusedForm][] = [
  [
    'guestPayment',
    {
      on: { path: `/pay?account=${homeAccount.account}`, access: 'all' },
      button: 'Оплатить',
      typed: { amount: '100', email: 'anna@example.test' },
      call: 'guestPayment',
    },
  ],
  [
    'personalPayment',
    { on: screens.personalPay, button: 'Оплатить', typed: { amount: '100' }, call: 'personalPayment' },
  ],
  [
    'basket',
    {
      on: { path: `${screens.paySeveral.path}?account=${homeAccount.account}`, access: 'user' },
      button: 'Оплатить',
      typed: {},
      call: 'beginBasket',
    },
  ],
  [
    'newAutopayment',
    {
      on: screens.newAutopayment,
      button: 'Подключить автоплатёж',
      typed: { limit: '5000', consent: true },
      call: 'newAutopayment',
    },
  ],
  [
    'readings',
    {
      on: screens.readings,
      button: 'Передать показания',
      typed: { 'reading-meter-1-t1': '121' },
      call: 'sendReadings',
    },
  ],
  [
    'secondStep',
    {
      on: screens.security,
      button: 'Включить второй шаг',
      typed: { password: 'сорок две птицы' },
      call: 'secondStepSetup',
    },
  ],
]

test.each([...withScreens, ...others])(
  'the form %s says every error of the API, and links to controls that are there and say it, too',
  async (_, { on, button, typed, call }) => {
    upstream.on('history', { body: { data: [], meta: { nextCursor: null, count: 0, totalAmount: 0 } } })
    upstream.on(call, { status: 422, body: { message: '', errors } })
    const visitor = await visitorOf(on, portal)
    const answer = await visitor.press(await visitor.get(on.path), button, typed)
    expect(answer.status).toBe(400)
    expect(answer.errorSummary.toSorted()).toEqual(Object.values(errors).flat().toSorted())
    expect(answer.errorsOnlyInSummary).toEqual([])
  },
)
