/** Rules without a database: their mutants meet unit tests alone, which take a tenth of the time. */
const billingRules = [
  'api/billing/explain-difference.ts',
  'api/billing/overdue-penalty.ts',
  'api/billing/penalty-days.ts',
  'api/billing/penalty-rates.ts',
]
const paymentRules = [
  'api/payments/outcome/next-check.ts',
  'api/payments/outcome/outcome-of.ts',
  'api/payments/store/payment-states.ts',
  'contract/divide-amount.ts',
]
const autopaymentRules = ['api/autopayments/charge-days.ts', 'api/autopayments/decide-run.ts']
const userRules = ['contract/users.ts', 'api/users/common-passwords.ts']

/**
 * The code whose mutants the tests have to kill, by area: `mutate` and `tests` are globs, `minScore` the percentage that
 * they kill at least. An area without `minScore` runs only by name, and must reach 90. The tests run in one process, on
 * SQLite. Tests that kill processes, measure times or repeat an attack are left out: each mutant would repeat them.
 *
 * Raise `minScore` when a test kills more. For a survivor that no test can kill, and whose reason a reader should know,
 * write `// Stryker disable next-line MUTATOR: reason` above its line.
 */
export const areas = {
  redirects: {
    minScore: 97,
    mutate: ['app/server/http/redirects.server.ts'],
    tests: ['app/server/http/redirects.server.test.ts'],
  },
  guards: {
    minScore: 100,
    mutate: ['app/server/pages/guards.server.ts'],
    tests: ['app/server/pages/guards.server.test.ts'],
  },
  forms: {
    minScore: 99,
    mutate: ['app/server/forms/*.ts', '!app/server/forms/*.test.ts'],
    tests: ['app/server/forms/*.test.ts'],
  },
  ledger: {
    minScore: 94,
    mutate: ['api/ledger/*.ts', '!api/ledger/*.test.ts'],
    tests: [
      'api/ledger/*.test.ts',
      'tests/api/autopayments/autopayments-and-refunds.test.ts',
      'tests/api/billing/issue-invoices.test.ts',
      'tests/api/billing/ledger.test.ts',
      'tests/api/operator/rebuild-balances.test.ts',
    ],
  },
  'billing-rules': {
    minScore: 99,
    mutate: billingRules,
    tests: ['api/billing/*.test.ts', 'tests/api/billing/penalty-examples.test.ts'],
  },
  billing: {
    minScore: 92,
    mutate: ['api/billing/*.service.ts', 'api/billing/issue-invoices.ts'],
    tests: [
      'api/billing/invoice-status.test.ts',
      'tests/api/billing/billing.test.ts',
      'tests/api/billing/explanation.test.ts',
      'tests/api/billing/invoices-by-readings.test.ts',
      'tests/api/billing/issue-invoices.test.ts',
    ],
  },
  'payment-rules': {
    minScore: 100,
    mutate: paymentRules,
    tests: ['api/payments/{outcome,store}/*.test.ts', 'contract/divide-amount.test.ts'],
  },
  payments: {
    minScore: 95,
    mutate: [
      'api/payments/checkout/begin-payment.ts',
      'api/payments/checkout/customer-payments.service.ts',
      'api/payments/checkout/guest-payments.service.ts',
      'api/payments/checkout/double-payment.ts',
    ],
    tests: [
      'tests/api/autopayments/autopayments.test.ts',
      'tests/api/payments/paying-twice.test.ts',
      'tests/api/payments/payment-webhooks.test.ts',
      'tests/api/payments/payments-in-trouble.test.ts',
      'tests/api/payments/payments.test.ts',
    ],
  },
  'payment-outcomes': {
    minScore: 95,
    mutate: [
      'api/payments/processing/look-up-lost.ts',
      'api/payments/processing/process-payment.ts',
      'api/payments/outcome/record-outcome.ts',
      'api/payments/processing/send-payment.ts',
      'api/payments/outcome/settle-by-hand.ts',
      'api/payments/outcome/settle-payment.ts',
    ],
    tests: [
      'api/payments/processing/*.test.ts',
      'tests/api/autopayments/charges-that-wait.test.ts',
      'tests/api/my-data/deletion-and-money.test.ts',
      'tests/api/payments/basket.test.ts',
      'tests/api/payments/late-success.test.ts',
      'tests/api/payments/paying-twice.test.ts',
      'tests/api/payments/payment-events.test.ts',
      'tests/api/payments/payment-webhooks.test.ts',
      'tests/api/payments/payments-in-trouble.test.ts',
      'tests/api/payments/payments.test.ts',
      'tests/api/payments/reconciliation.test.ts',
      'tests/api/payments/settle-payment.test.ts',
      'tests/api/payments/several-gateways.test.ts',
    ],
  },
  baskets: {
    mutate: ['api/payments/checkout/basket.service.ts'],
    tests: ['tests/api/payments/basket.test.ts'],
  },
  refunds: {
    mutate: [
      'api/payments/refunds/check-refund.ts',
      'api/payments/refunds/record-refund.ts',
      'api/payments/refunds/refunds.ts',
      'api/payments/refunds/request-refund.ts',
      'api/payments/refunds/send-refund-request.ts',
    ],
    tests: ['tests/api/payments/refunds.test.ts', 'tests/api/billing/ledger.test.ts'],
  },
  'autopayment-rules': {
    minScore: 99,
    mutate: autopaymentRules,
    tests: ['api/autopayments/*.test.ts'],
  },
  autopayments: {
    minScore: 90,
    mutate: [
      'api/autopayments/*.service.ts',
      'api/autopayments/autopayment-change.ts',
      'api/autopayments/autopayment-hooks.ts',
      'api/autopayments/carry-out-run.ts',
      'api/autopayments/charge-autopayments.step.ts',
      'api/autopayments/end-attempt.ts',
      'api/autopayments/end-runs.ts',
      'api/autopayments/stop-autopayment.ts',
    ],
    tests: [
      'tests/api/autopayments/autopayments-and-refunds.test.ts',
      'tests/api/autopayments/autopayments-warnings.test.ts',
      'tests/api/autopayments/autopayments.test.ts',
      'tests/api/autopayments/binding-a-card.test.ts',
      'tests/api/autopayments/changing-an-autopayment.test.ts',
      'tests/api/autopayments/charge-autopayments-step.test.ts',
      'tests/api/autopayments/charges-that-wait.test.ts',
      'tests/api/autopayments/planning-and-changes.test.ts',
      'tests/api/autopayments/what-follows-a-charge.test.ts',
      'tests/api/my-data/deletion-and-money.test.ts',
      'tests/api/payments/housing-shop.test.ts',
      'tests/api/payments/late-success.test.ts',
      'tests/api/payments/several-shops.test.ts',
    ],
  },
  'user-rules': {
    minScore: 100,
    mutate: userRules,
    tests: ['contract/users.test.ts', 'api/users/*.test.ts'],
  },
  users: {
    minScore: 96,
    mutate: [
      'api/users/login.service.ts',
      'api/users/sessions.service.ts',
      'api/users/sessions.ts',
      'api/users/sign-in.ts',
    ],
    tests: [
      'tests/api/users/sessions.test.ts',
      'tests/api/users/new-device.test.ts',
      'tests/api/users/login.test.ts',
      'tests/api/users/registration.test.ts',
      'tests/api/users/revoked-access.test.ts',
      'tests/api/users/while-hashing.test.ts',
      'tests/api/users/second-step.test.ts',
      'tests/api/mail/undeliverable-emails.test.ts',
      'tests/api/my-data/deletion.test.ts',
      'tests/api/users/remembered-devices.test.ts',
      'tests/api/operator/customers.test.ts',
    ],
  },
  'second-step': {
    minScore: 93,
    mutate: [
      'api/users/sessions.service.ts',
      'api/users/second-step/*.ts',
      '!api/users/second-step/*.letters.ts',
    ],
    tests: [
      'tests/api/operator/customers.test.ts',
      'tests/api/users/login-second-step.test.ts',
      'tests/api/users/new-device.test.ts',
      'tests/api/users/remembered-devices.test.ts',
      'tests/api/users/revoked-access.test.ts',
      'tests/api/users/second-step.test.ts',
    ],
  },
  passwords: {
    mutate: [
      'api/hashed-secret.ts',
      'api/users/letter-request.ts',
      'api/users/passwords.service.ts',
      'api/users/email-change.service.ts',
      'api/users/mail-requests.ts',
      'api/users/mailed-tokens.ts',
      'api/users/registration.service.ts',
    ],
    tests: [
      'tests/api/users/email-change.test.ts',
      'tests/api/users/passwords.test.ts',
      'tests/api/users/registration.test.ts',
      'tests/api/users/revoked-access.test.ts',
      'tests/api/users/while-hashing.test.ts',
    ],
  },
  'invoice-letters': {
    mutate: [
      'api/invoice-letters/*.ts',
      '!api/invoice-letters/*.letters.ts',
      '!api/invoice-letters/*.test.ts',
    ],
    tests: ['api/invoice-letters/*.test.ts', 'tests/api/invoice-letters/*.test.ts'],
  },
}

const LEAST_SCORE = 90

/** The area of this process, for the configurations of Stryker and Vitest. */
export const chosenArea = () => {
  const name = process.env.MUTATION_AREA ?? ''
  const area = areas[name]
  if (!area) throw new Error(`MUTATION_AREA is one of ${Object.keys(areas).join(', ')}`)
  return { name, minScore: LEAST_SCORE, ...area }
}
