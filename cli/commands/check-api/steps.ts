import type { EndpointName } from 'contract/endpoints'
import { chargesAnswer, invoiceAnswer } from 'contract/invoices'
import { historyAnswer } from 'contract/payments'
import { currentUserAnswer } from 'contract/users'
import type { z } from 'zod'
import {
  type CheckContext,
  type Learn,
  learnAccounts,
  learnAutopayments,
  learnDefaultAccount,
  learnFeatures,
  learnPayments,
  learnPeriods,
  learnProfile,
} from './check-context'
import { type Deviation, deviation } from './deviation'
import type { Question } from './upstream'

/** A rule of the contract beyond the schema. It is not applied to an answer that deviates from the schema. */
type Rule = (json: unknown) => Deviation[]

const rule =
  <Schema extends z.ZodType>(schema: Schema, judge: (answer: z.output<Schema>) => Deviation[]): Rule =>
  (json) => {
    const parsed = schema.safeParse(json)
    return parsed.success ? judge(parsed.data) : []
  }

const inOrder = (path: string, expected: string, ordered: readonly string[]): Deviation[] =>
  ordered.every((value, at) => at === 0 || value >= (ordered[at - 1] ?? ''))
    ? []
    : [deviation(path, expected, 'another order')]

const namesTheCustomer = rule(currentUserAnswer, ({ data }) =>
  data?.id ? [] : [deviation('$.data.id', 'the customer who has signed in', 'nobody')],
)

const newestPaymentFirst = rule(historyAnswer, ({ data }) =>
  inOrder(
    '$.data',
    'the newest payment first',
    data.map(({ createdAt }) => new Date(createdAt).toISOString()).toReversed(),
  ),
)

const oldestMonthFirst = rule(chargesAnswer, ({ data }) =>
  inOrder(
    '$.data',
    'the oldest month first',
    data.map(({ period }) => period),
  ),
)

const invoiceAddsUp = rule(invoiceAnswer, ({ data, periods }) => {
  const order = inOrder('$.periods', 'the newest month first', periods.toReversed())
  if (!data) return order
  const lines = data.lines.reduce((sum, { total }) => sum + total, 0)
  const isSum = data.total === data.openingBalance + lines + data.penalty - data.paid
  return isSum
    ? order
    : [...order, deviation('$.data.total', 'openingBalance + lines + penalty − paid', 'another sum')]
})

/** How one call is checked. */
export interface Step {
  /** What customers miss in a portal whose API lacks the call. */
  without: string
  /** The parameters of the call, or the reason why it can't be made. */
  question(context: CheckContext): Question | string
  learn?: Learn
  rule?: Rule
  /** For a call without an id in its path: parameters that name something that does not exist. */
  unknown?(value: string): Question
  /** The API may limit how often it is called. */
  isLimited?: true
  /** Writes what is there already: only with `--write`. */
  writes?: true
}

const noQuestion = () => ({})

const ofAccount =
  (more: Question = {}) =>
  ({ account }: CheckContext): Question | string =>
    account === undefined ? 'no account is known' : { ...more, id: account }

/** In the order of the calls: later ones need values from earlier answers. */
export const steps = {
  baseData: {
    without: 'menus, contacts and all optional pages are gone',
    question: noQuestion,
    learn: learnFeatures,
  },
  page: {
    without: 'content pages, the main page included, are the page 404',
    question: () => ({ query: { path: '/' } }),
    unknown: (value) => ({ query: { path: `/${value}` } }),
  },
  currentUser: {
    without: 'nobody is ever signed in',
    question: noQuestion,
    learn: learnProfile,
    rule: namesTheCustomer,
  },
  accounts: { without: 'the pages of the accounts fail', question: noQuestion, learn: learnAccounts },
  defaultAccount: {
    without: 'pages that begin with the default account fail',
    question: noQuestion,
    learn: learnDefaultAccount,
  },
  invoice: {
    without: 'the page of an invoice is the page 404',
    question: ofAccount({ body: {} }),
    learn: learnPeriods,
    rule: invoiceAddsUp,
  },
  history: {
    without: 'the page of the payments is the page 404',
    question: ofAccount({ query: { limit: '20' } }),
    learn: learnPayments,
    rule: newestPaymentFirst,
  },
  charges: {
    without: 'a line stands in the place of the chart of charges',
    question: ofAccount({ query: { months: '24' } }),
    rule: oldestMonthFirst,
  },
  guestPaymentState: {
    without: 'the page after a payment without signing in is the page 404',
    question: ({ guestPayment }) =>
      guestPayment === undefined
        ? 'the history has no payment made without signing in'
        : { id: guestPayment },
  },
  payCheck: {
    without: 'nobody can pay without signing in',
    question: ({ account }) => (account === undefined ? 'no account is known' : { body: { account } }),
    unknown: (value) => ({ body: { account: value } }),
  },
  savedMethods: { without: 'a line stands in the place of the saved cards', question: noQuestion },
  autopayments: { without: 'the pages of autopayments fail', question: noQuestion, learn: learnAutopayments },
  autopaymentRuns: {
    without: 'a line stands in the place of what an autopayment did',
    question: ({ autopayment }) =>
      autopayment === undefined ? 'the customer has no autopayment' : { id: autopayment },
  },
  personalPaymentState: {
    without: 'the page after a payment is the page 404',
    question: ({ payment }) =>
      payment === undefined ? "no payment of the customer's own is known" : { id: payment },
  },
  sessions: {
    without: 'a line stands in the place of the list of sessions',
    question: noQuestion,
  },
  secondStep: {
    without: 'a line stands in the place of the second step',
    question: noQuestion,
  },
  consents: {
    without: 'a line stands in the place of the list of consents',
    question: noQuestion,
  },
  readingReminder: {
    without: 'a line stands in the place of the setting of reminders',
    question: noQuestion,
  },
  invoiceLetters: {
    without: 'a line stands in the place of the setting of letters about invoices',
    question: noQuestion,
  },
  calendarLink: {
    without: "a line stands in the place of the calendar's address",
    question: noQuestion,
  },
  exportData: {
    without: "the file with the customer's own data is the page 404",
    question: noQuestion,
    isLimited: true,
  },
  invoiceExplanation: {
    without: 'the page that explains a sum is the page 404',
    question: ({ account, periods: [newest, before] }) =>
      account === undefined || newest === undefined || before === undefined
        ? 'no account with two invoices is known'
        : { id: account, query: { period: newest } },
  },
  access: { without: 'nobody can be let see an account', question: ofAccount() },
  meters: { without: 'the page of readings is the page 404', question: ofAccount() },
  readingHistory: {
    without: 'a line stands in the place of earlier readings',
    question: ofAccount({ query: { limit: '20' } }),
  },
  basketPreview: {
    without: 'nobody can pay for several accounts at once',
    question: ({ owing }) =>
      owing === undefined ? 'no account owes anything' : { body: { accounts: [owing] } },
    unknown: (value) => ({ body: { accounts: [value] } }),
  },
  basket: {
    without: 'the page after a payment for several accounts is the page 404',
    question: () => 'no answer names a payment for several accounts',
  },
  changeProfile: {
    without: 'the profile can not be changed',
    question: ({ profile }) => (profile === undefined ? 'the profile is not known' : { body: profile }),
    writes: true,
  },
  setDefaultAccount: {
    without: 'the default account can not be changed',
    question: ({ defaultAccount }) =>
      defaultAccount === undefined ? 'there is no default account' : { id: defaultAccount },
    writes: true,
  },
} satisfies Partial<Record<EndpointName, Step>>

export type WalkedName = keyof typeof steps
