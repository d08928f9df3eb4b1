import type { CallAnswer, EndpointName, endpoints, StreamedEndpoint } from 'contract/endpoints'
import type { z } from 'zod'

/** An answer of the upstream: the types on the wire, before branding. */
type WireAnswer<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  answer: infer Answer extends z.ZodType
}
  ? z.input<Answer>
  : Name extends StreamedEndpoint
    ? object
    : undefined extends CallAnswer<Name>
      ? undefined
      : never

/**
 * The fake upstream's default answers: one customer with two accounts and a few pages. Any other call succeeds without
 * a body.
 */
export type Answers = { [Name in EndpointName]?: WireAnswer<Name> }

export const customer = {
  id: 'user-1',
  name: 'Анна Сергеевна',
  email: 'anna@example.test',
  phone: '+79991234567',
  emailVerified: true,
}

export const homeAccount = {
  account: '1000200030',
  title: 'Дом',
  address: 'г. Тверь, ул. Садовая, д. 5, кв. 12',
  payer: 'А*** С***',
  balance: 245_050,
  isDefault: true,
  lastInvoice: { period: '2026-09', total: 245_050, dueAt: '2026-10-10' },
}

export const dachaAccount = {
  account: '1000200031',
  title: 'Дача',
  address: 'Тверская обл., д. Лесная, д. 7',
  payer: 'А*** С***',
  balance: -15_000,
  isDefault: false,
}

const grant = {
  account: homeAccount.account,
  rights: { view: true as const, readings: true, pay: false },
  createdAt: '2026-10-01T09:00:00.000Z',
}
/** Accepted by somebody else than an owner has invited. */
export const waitingGrant = {
  ...grant,
  id: 'grant-1',
  status: 'waiting' as const,
  name: 'П…р И.',
  email: 'p…r@mail.example',
  expiresAt: '2026-10-08T09:00:00.000Z',
}
export const activeGrant = {
  ...grant,
  id: 'grant-2',
  status: 'active' as const,
  name: 'Н…а Л.',
  email: 'n…a@mail.example',
  label: 'мама',
  until: '2027-05-31',
}
export const invitationCode = 'Vb2nYp0sQm4tKx7eRz1hLw'
const invitation = {
  ...grant,
  id: '9f3c2a7e51b04d6c8a1e',
  status: 'invited' as const,
  email: 'n…a@mail.example',
  expiresAt: '2026-10-08T09:00:00.000Z',
}

const payment = {
  id: 'payment-1',
  account: homeAccount.account,
  amount: 245_050,
  status: 'succeeded' as const,
  createdAt: '2026-09-05T09:12:44Z',
  paidAt: '2026-09-05T09:13:02Z',
  method: { kind: 'card' as const, title: 'Карта *4444' },
  source: 'personal' as const,
}

const basket = {
  id: 'basket-1',
  amount: 245_050,
  status: 'succeeded' as const,
  parts: [{ account: homeAccount.account, amount: 245_050, payment: payment.id }],
}

export const invoice = {
  id: 'invoice-1',
  account: homeAccount.account,
  period: '2026-09',
  issuedAt: '2026-10-01',
  dueAt: '2026-10-10',
  status: 'unpaid' as const,
  openingBalance: 0,
  lines: [
    { service: 'Отопление', unit: 'Гкал', volume: 0.7, tariff: 2500.5, charged: 175_035, total: 175_035 },
    { service: 'Вода', unit: 'м³', volume: 4, tariff: 175.04, charged: 70_015, total: 70_015 },
  ],
  penalty: 0,
  paid: 0,
  total: 245_050,
  payee: {
    name: 'АО «Тёплый дом»',
    inn: '6900000000',
    kpp: '690001001',
    bankName: 'Банк «Пример»',
    bic: '044525000',
    correspondentAccount: '30101810000000000000',
    settlementAccount: '40702810000000000001',
  },
}

const autopayment = {
  id: 'autopayment-1',
  account: homeAccount.account,
  rule: 'invoice' as const,
  limit: 500_000,
  status: 'active' as const,
  // Another card than the saved one: unlinking that one then needs no question.
  method: { kind: 'card' as const, title: 'Карта *5555' },
  nextRunAt: '2026-10-08T06:00:00Z',
}

const readAt = '2026-09-20T09:12:44Z'

export const coldWater = {
  id: 'meter-1',
  service: 'Холодная вода',
  unit: 'м³',
  serial: '1234567',
  place: 'кухня',
  zones: [
    {
      zone: 't1' as const,
      title: 'Расход',
      last: { value: '120.500', at: readAt, source: 'customer' as const },
    },
  ],
  digits: 5,
  decimals: 3,
  verifiedUntil: '2099-03-01',
  usual: { t1: '4.200' },
}

export const electricity = {
  id: 'meter-2',
  service: 'Электроэнергия',
  unit: 'кВт·ч',
  serial: '7654321',
  zones: [
    {
      zone: 't1' as const,
      title: 'День',
      last: { value: '20100', at: readAt, source: 'operator' as const },
    },
    { zone: 't2' as const, title: 'Ночь' },
  ],
  digits: 6,
  decimals: 0,
}

export const baseData = {
  topMenu: [
    { title: 'Главная', url: '/' },
    {
      title: 'О компании',
      url: '/about',
      children: [{ title: 'Тарифы', url: '/tariffs' }],
    },
    { title: 'Госуслуги', url: 'https://gosuslugi.example.test/' },
  ],
  footerMenu: [{ title: 'Клиентам', items: [{ title: 'Реквизиты', url: '/about/requisites' }] }],
  contacts: {
    phones: [{ title: 'Единый номер', number: '+78001234567' }],
    email: 'help@example.test',
    address: 'г. Тверь, ул. Советская, д. 1',
  },
  workingHours: [
    { days: 'Пн–Пт', hours: '9:00–18:00' },
    { days: 'Сб–Вс', hours: 'выходной' },
  ],
  features: [
    'security',
    'my-data',
    'explanation',
    'readings',
    'reminders',
    'basket',
    'remembered-device',
    'invoice-letters',
    'account-title',
    'family',
  ],
}

export const aboutPage = {
  title: 'О компании',
  description: 'Кто мы и как с нами связаться',
  body: '<p>Мы греем дома с 1998 года.</p><h2>Как нас найти</h2><p>Приходите.</p>',
  updatedAt: '2026-08-01T00:00:00Z',
}

export const defaultAnswers: Answers = {
  baseData,
  page: aboutPage,
  currentUser: { data: customer },
  login: { data: customer },
  changeProfile: { data: customer },
  changeEmail: { data: { ...customer, email: 'new@example.test' } },
  loginSecondStep: { data: customer },
  sessions: {
    data: [
      {
        id: 'session-2',
        device: 'Chrome, Android',
        createdAt: '2026-10-04T09:12:44Z',
        lastSeenAt: '2026-10-05T09:12:44Z',
        current: true,
      },
      {
        id: 'session-1',
        device: 'Firefox, Windows',
        createdAt: '2026-09-01T09:12:44Z',
        lastSeenAt: '2026-09-05T09:12:44Z',
        current: false,
      },
    ],
  },
  secondStep: { data: { enabled: false, recoveryCodesLeft: 0 } },
  secondStepSetup: {
    data: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      otpauthUrl:
        'otpauth://totp/Portal:anna%40example.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Portal',
    },
  },
  secondStepConfirm: {
    data: { recoveryCodes: Array.from({ length: 10 }, (_, at) => `${at}abc-def${at}`) },
  },
  consents: {
    data: [
      {
        kind: 'personal_data',
        version: '2026-08-01',
        givenAt: '2026-09-01T09:12:44Z',
        address: '203.0.113.7',
      },
      {
        kind: 'autopayment',
        version: '2026-08-01',
        givenAt: '2026-09-02T09:12:44Z',
        withdrawnAt: '2026-09-20T10:00:00Z',
      },
    ],
  },
  exportData: { customer, accounts: [homeAccount, dachaAccount], payments: [payment] },
  addAccount: { data: dachaAccount },
  accounts: { data: [homeAccount, dachaAccount] },
  changeAccountTitle: { data: homeAccount },
  access: {
    data: {
      owners: [{ name: 'А…а С.', since: '2026-03-02T09:00:00.000Z', you: true }],
      grants: [waitingGrant, activeGrant],
    },
  },
  inviteToAccount: { data: invitation, code: invitationCode },
  previewInvitation: {
    data: {
      from: 'А…а С.',
      account: '•••• 0030',
      address: 'г. Тверь, ул. Са…, д. 5, кв. …',
      rights: { view: true, readings: true, pay: false },
      until: '2027-05-31',
      status: 'invited',
    },
  },
  acceptInvitation: { data: { account: homeAccount.account, status: 'active' } },
  defaultAccount: { account: homeAccount.account },
  history: { data: [payment], meta: { nextCursor: null, count: 1, totalAmount: 245_050 } },
  invoice: { data: invoice, periods: ['2026-09', '2026-08'] },
  charges: { data: [{ period: '2026-09', charged: 245_050, paid: 245_050 }] },
  invoiceExplanation: {
    data: {
      period: '2026-09',
      against: '2026-08',
      total: 245_050,
      againstTotal: 238_048,
      steps: [{ kind: 'volume', service: 'Вода', unit: 'м³', from: 3.6, to: 4, amount: 7_002 }],
      lines: [
        {
          service: 'Вода',
          unit: 'м³',
          volume: 4,
          tariff: 17_504,
          method: 'meter',
          charged: 70_016,
          againstVolume: 3.6,
          againstTariff: 17_504,
          againstCharged: 63_014,
        },
      ],
      penaltyDays: [
        { from: '2026-08-11', to: '2026-08-31', base: 100_000, rate: '9.5', days: 21, amount: 665 },
      ],
    },
  },
  meters: {
    data: {
      window: { from: '2026-10-15', to: '2026-10-25', open: true },
      meters: [coldWater, electricity],
    },
  },
  sendReadings: {
    data: {
      number: 'П-2026-000123',
      acceptedAt: '2026-10-20T09:12:44Z',
      readings: [
        { meter: 'meter-1', zone: 't1', value: '125.250', previous: '120.500', volume: '4.750' },
        { meter: 'meter-2', zone: 't2', value: '310', previous: null, volume: '310' },
      ],
    },
  },
  readingReminder: { data: { on: false } },
  invoiceLetters: { data: { on: false } },
  calendarLink: { data: { createdAt: null } },
  newCalendarLink: { data: { token: 'kalendar-0123456789-abcdefghij' } },
  calendar: {
    data: [
      { kind: 'window', id: '2026-10', from: '2026-10-15', to: '2026-10-25' },
      {
        kind: 'due',
        id: 'invoice-1',
        account: '••••\u00a00031',
        address: 'г. Тихобережск, ул. Са…, д. 14, кв. …',
        period: '2026-09',
        dueAt: '2026-10-15',
      },
    ],
  },
  readingHistory: {
    data: [
      {
        meter: 'meter-1',
        zone: 't1',
        value: '120.500',
        volume: '4.500',
        at: readAt,
        period: '2026-09',
        source: 'customer',
      },
      {
        meter: 'meter-1',
        zone: 't1',
        value: '116.000',
        volume: '4.100',
        at: '2026-08-31T21:00:00Z',
        period: '2026-08',
        source: 'estimated',
      },
    ],
    meta: { nextCursor: null },
  },
  payCheck: { data: { account: homeAccount.account, addressMasked: 'ул. С***, д. 5', balance: 245_050 } },
  guestPayment: { data: { ...payment, status: 'pending', confirmationUrl: 'https://yoomoney.ru/pay' } },
  guestPaymentState: { data: { ...payment, account: '1000***30' } },
  personalPayment: { data: { ...payment, status: 'pending', confirmationUrl: 'https://yoomoney.ru/pay' } },
  personalPaymentState: { data: payment },
  savedMethods: { data: [{ id: 'method-1', kind: 'card', title: 'Карта *4444', expiresAt: '2028-01-31' }] },
  basketPreview: {
    data: {
      amount: 245_050,
      parts: [
        {
          account: homeAccount.account,
          amount: 245_050,
          periods: [{ period: '2026-09', amount: 245_050 }],
        },
      ],
    },
  },
  beginBasket: { data: { ...basket, status: 'pending', confirmationUrl: 'https://yoomoney.ru/pay' } },
  basket: { data: basket },
  autopayments: { data: [autopayment] },
  newAutopayment: {
    data: { ...autopayment, confirmationUrl: 'https://yoomoney.ru/pay', firstPayment: 'payment-2' },
  },
  changeAutopayment: { data: { ...autopayment, status: 'paused' } },
  autopaymentRuns: {
    data: [{ at: '2026-09-08T06:00:00Z', outcome: 'charged', amount: 245_050, payment: 'payment-1' }],
  },
}
