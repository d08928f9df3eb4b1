import { randomUUID } from 'node:crypto'
import { registeredProof } from 'api/accounts'
import { hashPassword } from 'api/users'
import { beginSession } from 'api/users/sessions'
import { type EndpointName, endpoints, isEndpointName } from 'contract/endpoints'
import { type Answer, type ApiWorld, type Browser, login, password, register } from './api-world'
import { accountNumber, userId } from './large-company'
import { atBank, bankPageOf, paymentOf, returnAddresses } from './payments-world'

interface CallOptions {
  id?: string
  query?: string
  body?: unknown
  as?: Browser
}

/**
 * One call of each endpoint by customers of a large company, in an order in which most of them are answered with
 * success. An endpoint that is not listed is called without a body.
 */
export const walkOfCalls = async (world: ApiWorld) => {
  const { db } = world.database
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', 'in', [7, 8, 9].map(userId))
    .execute()
  const newAccount = accountNumber(8)
  const proof = '12345678'
  await db
    .updateTable('register_accounts')
    .set(registeredProof(newAccount, { kind: 'access_code', answer: proof }))
    .where('account', '=', newAccount)
    .execute()
  const browserOf = async (nth: number) => {
    const browser = world.browser({ address: `198.51.100.${nth}` })
    browser.setSession(await beginSession(db, { userId: userId(nth), device: null, now: world.now() }))
    return browser
  }
  const anna = await browserOf(7)
  const account = accountNumber(7)
  const guest = world.browser({ deviceId: 'a browser' })
  const registered = world.browser({ deviceId: 'another browser' })
  const email = 'new@example.ru'

  const call = (
    name: EndpointName,
    { id = '', query = '', body, as = anna }: CallOptions = {},
  ): Promise<Answer> => {
    const { method, path } = endpoints[name]
    return as.send(method, path.replace('{id}', id) + query, {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  const code = { code: 'a code of a letter' }
  const newPassword = { password, password_confirmation: password }
  let paymentId = ''

  const walk: Readonly<Partial<Record<EndpointName, () => Promise<Answer>>>> = {
    baseData: () => call('baseData'),
    page: () => call('page', { query: '?path=/consent' }),
    currentUser: () => call('currentUser'),
    registration: () => register(registered, email),
    verifyEmailRequest: () => call('verifyEmailRequest', { as: guest, body: { email: 'anna7@example.ru' } }),
    verifyEmail: () => call('verifyEmail', { as: guest, id: 'token-7', query: '?code=x' }),
    login: () => login(registered, 'anna8@example.ru', 'a guess'),
    loginSecondStep: () => call('loginSecondStep', { as: guest, body: { token: 'x', code: '123456' } }),
    forgotPassword: () => call('forgotPassword', { as: guest, body: { email: 'anna9@example.ru' } }),
    changePassword: () =>
      call('changePassword', { as: guest, id: 'token-7', query: '?code=x', body: newPassword }),
    changeProfile: () => call('changeProfile', { body: { name: 'Анна Иванова', phone: '' } }),
    changeProfilePassword: () =>
      call('changeProfilePassword', { body: { password_old: 'wrong password', ...newPassword } }),
    changeEmailRequest: () => call('changeEmailRequest', { body: { email: 'other@example.ru' } }),
    changeEmail: () => call('changeEmail', { query: '?id=token-7&code=x' }),
    changeEmailUndo: () => call('changeEmailUndo', { as: guest, id: 'token-7', body: code }),
    sessions: () => call('sessions'),
    endSession: () => call('endSession', { id: 'session-6' }),
    endOtherSessions: () => call('endOtherSessions'),
    notMe: () => call('notMe', { as: guest, id: 'token-7', body: code }),
    secondStep: () => call('secondStep'),
    secondStepSetup: () => call('secondStepSetup', { body: { password } }),
    secondStepConfirm: () => call('secondStepConfirm', { body: { code: '123456' } }),
    secondStepOff: () => call('secondStepOff', { body: { password, code: '123456' } }),
    consents: () => call('consents'),
    exportData: () => call('exportData'),
    deletionUndo: () => call('deletionUndo', { as: guest, id: 'token-7', body: code }),
    addAccount: () => call('addAccount', { body: { account: newAccount, proof } }),
    accounts: () => call('accounts', { query: '?filter=зел' }),
    setDefaultAccount: () => call('setDefaultAccount', { id: account }),
    defaultAccount: () => call('defaultAccount'),
    history: () => call('history', { id: account, query: '?from=2024-01-01&to=2026-01-01' }),
    charges: () => call('charges', { id: account }),
    invoice: () => call('invoice', { id: account, body: { period: '2025-06' } }),
    invoiceExplanation: () => call('invoiceExplanation', { id: account, query: '?period=2025-06' }),
    payCheck: () => call('payCheck', { as: guest, body: { account } }),
    guestPayment: () =>
      call('guestPayment', {
        as: guest,
        body: { account: accountNumber(9), amount: 5_000, email: 'olga@mail.example', ...returnAddresses },
      }),
    guestPaymentState: () => call('guestPaymentState', { as: guest, id: 'payment-7' }),
    async personalPayment() {
      const answer = await call('personalPayment', {
        id: account,
        body: { amount: 5_000, saveMethod: true, ...returnAddresses },
      })
      const payment = paymentOf(answer)
      paymentId = payment.id
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(3_000)
      return answer
    },
    personalPaymentState: () => call('personalPaymentState', { id: paymentId }),
    basketPreview: () => call('basketPreview', { body: { accounts: [account] } }),
    beginBasket: () =>
      call('beginBasket', {
        body: { parts: [{ account, amount: 10_000 }], saveMethod: false, ...returnAddresses },
      }),
    basket: () => call('basket', { id: paymentId }),
    savedMethods: () => call('savedMethods'),
    newAutopayment: () =>
      call('newAutopayment', {
        body: {
          account,
          rule: 'invoice',
          limit: 1_000_000,
          consent: true,
          consentVersion: '2026-03-01',
          ...returnAddresses,
        },
      }),
    autopayments: () => call('autopayments'),
    autopaymentRuns: () => call('autopaymentRuns', { id: 'autopayment-6' }),
    changeAutopayment: () => call('changeAutopayment', { id: 'autopayment-6', body: { status: 'paused' } }),
    optOutOfCharge: () => call('optOutOfCharge', { as: guest, id: 'opt-out-7', body: code }),
    deleteAutopayment: () => call('deleteAutopayment', { id: 'autopayment-6' }),
    deleteSavedMethod: () => call('deleteSavedMethod', { id: 'method-6' }),
    meters: () => call('meters', { id: account }),
    sendReadings: () =>
      call('sendReadings', {
        id: account,
        body: { readings: [{ meter: 'meter-6', values: { t1: '90000' } }] },
      }),
    readingHistory: () => call('readingHistory', { id: account }),
    readingReminder: () => call('readingReminder'),
    changeReadingReminder: () => call('changeReadingReminder', { body: { on: true } }),
    stopReadingReminder: () => call('stopReadingReminder', { as: guest, id: 'reminder-7', body: code }),
    invoiceLetters: () => call('invoiceLetters'),
    changeInvoiceLetters: () => call('changeInvoiceLetters', { body: { on: true } }),
    stopInvoiceLetters: () => call('stopInvoiceLetters', { as: guest, id: 'reminder-7', body: code }),
    access: () => call('access', { id: account }),
    inviteToAccount: () =>
      call('inviteToAccount', { id: account, body: { readings: true, pay: false, password } }),
    previewInvitation: () => call('previewInvitation', { as: guest, id: 'grant-7', body: code }),
    acceptInvitation: () => call('acceptInvitation', { id: 'grant-7', body: code }),
    declineInvitation: () => call('declineInvitation', { as: guest, id: 'grant-7', body: code }),
    confirmGrant: () => call('confirmGrant', { id: 'grant-7' }),
    endGrant: () => call('endGrant', { id: 'grant-7' }),
    calendarLink: () => call('calendarLink'),
    newCalendarLink: () => call('newCalendarLink'),
    calendar: () => call('calendar', { as: guest, id: 'calendar-7' }),
    deleteCalendarLink: () => call('deleteCalendarLink'),
    changeAccountTitle: () => call('changeAccountTitle', { id: account, body: { title: 'Дача' } }),
    deleteAccount: () => call('deleteAccount', { id: account }),
    deletion: () => call('deletion', { body: { password } }),
    logout: () => call('logout'),
  }
  const simple = Object.keys(endpoints)
    .filter(isEndpointName)
    .filter((name) => !(name in walk))
  return { ...Object.fromEntries(simple.map((name) => [name, () => call(name)])), ...walk }
}
