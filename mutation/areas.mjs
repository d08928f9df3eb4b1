/** Rules without a database: their mutants meet unit tests alone, which take a tenth of the time. */
const billingRules = [
  'api/billing/explain-difference.ts',
  'api/billing/invoice-status.ts',
  'api/billing/overdue-penalty.ts',
  'api/billing/penalty-days.ts',
  'api/billing/penalty-rates.ts',
  'api/billing/penalty.ts',
]
const paymentRules = [
  'api/payments/payment-states.ts',
  'api/payments/next-check.ts',
  'api/payments/basket/divide-amount.ts',
]
const userRules = ['api/users/users.rules.ts', 'api/users/common-passwords.ts']
const not = (files) => files.map((file) => `!${file}`)

/**
 * The code whose mutants the tests have to kill, by area: `mutate` and `tests` are globs. The tests run in one process,
 * on SQLite; those that kill processes, measure times or repeat an attack are left out, as every mutant repeats them.
 */
export const areas = {
  redirects: {
    mutate: ['app/server/http/redirects.server.ts'],
    tests: ['app/server/http/redirects.server.test.ts'],
  },
  guards: {
    mutate: ['app/server/pages/guards.server.ts'],
    tests: ['app/server/pages/guards.server.test.ts'],
  },
  forms: {
    mutate: ['app/server/forms/*.ts', '!app/server/forms/*.test.ts'],
    tests: ['app/server/forms/*.test.ts'],
  },
  ledger: {
    mutate: ['api/ledger/*.ts', '!api/ledger/*.test.ts'],
    tests: [
      'api/ledger/*.test.ts',
      'tests/api/billing/ledger.test.ts',
      'tests/api/operator/rebuild-balances.test.ts',
    ],
  },
  'billing-rules': {
    mutate: billingRules,
    tests: ['api/billing/*.test.ts', 'tests/api/billing/penalty-examples.test.ts'],
  },
  billing: {
    mutate: ['api/billing/*.ts', '!api/billing/*.test.ts', ...not(billingRules)],
    tests: ['tests/api/billing/*.test.ts'],
  },
  'payment-rules': {
    mutate: paymentRules,
    tests: ['api/payments/*.test.ts', 'api/payments/basket/*.test.ts'],
  },
  'user-rules': {
    mutate: userRules,
    tests: ['api/users/*.test.ts'],
  },
}

/** The area of this process, for the configurations of Stryker and Vitest. */
export const chosenArea = () => {
  const name = process.env.MUTATION_AREA ?? ''
  const area = areas[name]
  if (!area) throw new Error(`MUTATION_AREA is one of ${Object.keys(areas).join(', ')}`)
  return { name, ...area }
}
