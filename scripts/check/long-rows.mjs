import { prepareChromium } from '../prepare/chromium.mjs'
import { preparedBuild } from '../prepare/prepare.mjs'
import { journeys } from './journeys.mjs'
import { unit } from './unit.mjs'

const LONG = { TEST_LONG: '1' }

/** One file of tests on one kind of database. `settings` say how long it goes on, `part` tells rows of one file apart. */
const file = (name, database, settings = {}, part = '') => ({
  row: `${name} on ${database}${part}`,
  run: () => unit([name], { ...LONG, ...settings, TEST_DATABASES: database }),
})

const parts = (count, row) => Array.from({ length: count }, (_, index) => row(index + 1))

/** What chance decides: `npm test` tries it a few times, this as often as the promises about money are made for. */
const moneyOn = (database) => [
  file('tests/api/accounts/accounts.test.ts', database),
  file('tests/api/payments/payments-at-once.test.ts', database),
  file('tests/api/payments/payments-after-a-crash.test.ts', database),
  file('tests/api/autopayments/autopayments-after-a-crash.test.ts', database),
  ...parts(4, (seed) =>
    file(
      'tests/api/autopayments/autopayments-calendar.test.ts',
      database,
      { CALENDAR_YEARS: '1', CALENDAR_SEED: `${seed}` },
      `, year ${seed}`,
    ),
  ),
  ...parts(5, (part) =>
    file('tests/api/payments/money-model.test.ts', database, { MODEL_RUNS: '100' }, `, part ${part}`),
  ),
  file('tests/api/autopayments/autopayments-of-many.test.ts', database, { MANY_AUTOPAYMENTS: '10000' }),
]

/** The combinations of which `npm test` tries pairs. */
const web = [
  'tests/web/forms/form-origin.test.ts',
  'tests/web/forms/refusals-of-forms.test.ts',
  'tests/web/http/refusals-of-loaders.test.ts',
].map((name) => ({ row: name, run: () => unit([name], LONG), needs: [preparedBuild] }))

/** Journeys where scripts go one way. */
const browser = (row, scripts, filters) => ({
  row: `${row}, scripts ${scripts}`,
  run: () => journeys([...filters, '--project', `scripts-${scripts}`], LONG),
  needs: [prepareChromium, preparedBuild],
})

const COMBINATIONS = 'in every way|all its looks'

const inChromium = [
  ...['on', 'off', 'late', 'broken'].map((scripts) =>
    browser('every journey', scripts, ['--grep-invert', COMBINATIONS]),
  ),
  ...['on', 'broken'].flatMap((scripts) =>
    ['usual', 'white', 'black', 'blue', 'brown', 'green'].map((version) =>
      browser(`every screen, ${version}`, scripts, ['--grep', `, ${version}: in every way`]),
    ),
  ),
  ...['white', 'black', 'blue', 'brown', 'green'].map((scheme) =>
    browser(`every setting, ${scheme}`, 'off', ['--grep', `${scheme}: all its looks`]),
  ),
]

/** The rows of `npm run test:long`: each a few minutes of work that stands for itself. */
export const longRows = [...moneyOn('sqlite'), ...moneyOn('postgres'), ...web, ...inChromium]
