import { prepareChromium } from '../prepare/chromium.mjs'
import { preparedBuild } from '../prepare/prepare.mjs'
import { journeys } from './journeys.mjs'
import { unit } from './unit.mjs'

const LONG = { TEST_LONG: '1' }

/** One file of tests on one kind of database; `settings` make it go on for long, `part` tells rows of one file apart. */
const file = (name, database, settings = {}, part = '') => ({
  row: `${name} on ${database}${part}`,
  run: () => unit([name], { ...LONG, ...settings, TEST_DATABASES: database }),
})

const onBoth = (row) => ['sqlite', 'postgres'].map(row)

const parts = (count, row) => Array.from({ length: count }, (_, index) => row(index + 1))

/** What chance decides: `npm test` tries it a few times, this as often as the promises about money are made for. */
const money = onBoth((database) => [
  file('tests/api/accounts.test.ts', database),
  file('tests/api/payments-at-once.test.ts', database),
  file('tests/api/payments-after-a-crash.test.ts', database),
  file('tests/api/autopayments-after-a-crash.test.ts', database),
  ...parts(4, (year) =>
    file('tests/api/autopayments-calendar.test.ts', database, { CALENDAR_SEED: `${year}` }, `, year ${year}`),
  ),
  ...parts(5, (part) => file('tests/api/money-model.test.ts', database, { MODEL_RUNS: '100' }, `, part ${part}`)),
  file('tests/api/autopayments-of-many.test.ts', database, { MANY_AUTOPAYMENTS: '10000' }),
]).flat()

/** Journeys where scripts go one way. */
const browser = (scripts, ...filters) => ({
  row: [`scripts ${scripts}:`, ...filters].join(' '),
  run: () => journeys([...filters, '--project', `scripts-${scripts}`], LONG),
  needs: [prepareChromium, preparedBuild],
})
