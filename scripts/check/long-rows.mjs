import { prepareChromium } from '../prepare/chromium.mjs'
import { preparedBuild } from '../prepare/prepare.mjs'
import { prepareStrace } from '../prepare/strace.mjs'
import { journeys } from './journeys.mjs'
import { measurement } from './measurement.mjs'
import { mutationRows } from './mutation.mjs'
import { sourcesOf, sourcesOfJourneys, sourcesOfOverload, sourcesOfPages } from './row-sources.mjs'
import { unit } from './unit.mjs'
import { withFigures } from './with-figures.mjs'

const LONG = { TEST_LONG: '1', TEST_LONG_SCALE: '1' }

/** A test file runs on one core: it may run beside another one. */
const onOneCore = (row, name = row, settings = {}) => ({
  row,
  cores: 1,
  sources: sourcesOf(name),
  settings,
  run: () =>
    withFigures((figures) =>
      unit([name], { ...LONG, ...settings, ...figures }, `vitest ${row.replace(/\W+/g, '-')}`),
    ),
})

/**
 * One test file on one kind of database. `settings` set the number of repetitions, `part` distinguishes rows of the
 * same file.
 */
const file = (name, database, settings = {}, part = '') =>
  onOneCore(`${name} on ${database}${part}`, name, { ...settings, TEST_DATABASES: database })

/** For a test that measures times or needs two processes: no other row runs beside it. */
const alone = (row) => ({ ...row, cores: 2 })

const withBuild = (row) => ({ ...row, needs: [preparedBuild] })

const parts = (count, row) => Array.from({ length: count }, (_, index) => row(index + 1))

/** Randomised tests of money: `npm test` runs a few cases, this many more. */
const moneyOn = (database) => [
  file('tests/api/accounts/accounts.test.ts', database),
  file('tests/api/http/foreign-ids.test.ts', database),
  file('tests/api/payments/payments-at-once.test.ts', database),
  file('tests/api/payments/payment-webhooks.test.ts', database),
  file('tests/api/payments/refunds.test.ts', database),
  file('tests/api/payments/payments-after-a-crash.test.ts', database),
  file('tests/api/payments/basket-after-a-crash.test.ts', database),
  file('tests/api/payments/refunds-after-a-crash.test.ts', database),
  file('tests/api/autopayments/autopayments-after-a-crash.test.ts', database),
  ...parts(4, (seed) =>
    file(
      'tests/api/autopayments/autopayments-calendar.test.ts',
      database,
      { CALENDAR_YEARS: '1', CALENDAR_SEED: `${seed}` },
      `, year ${seed}`,
    ),
  ),
  ...parts(3, (part) =>
    file('tests/api/payments/money-model.test.ts', database, { MODEL_RUNS: '100' }, `, part ${part}`),
  ),
  // With the three parts above 10,000 sequences.
  file(
    'tests/api/payments/money-model.test.ts',
    database,
    { MODEL_RUNS: '9700', MODEL_CHECKS: 'end' },
    ', compared at the end',
  ),
  file('tests/api/autopayments/autopayments-of-many.test.ts', database, { MANY_AUTOPAYMENTS: '10000' }),
  file(
    'tests/api/autopayments/autopayments-of-many.test.ts',
    database,
    { MANY_AUTOPAYMENTS: '1000', MANY_MONTHS: '12' },
    ', a year',
  ),
  file('tests/api/import/many-lines.test.ts', database, { IMPORT_LINES: '1000000' }),
  alone(file('tests/api/import/paying-during-an-import.test.ts', database)),
  file('tests/api/operator/backup.test.ts', database),
]

/** Bad networks to the database and to the gateway: all combinations, and a cut every 40 bytes. */
const network = [
  file('tests/api/db/failing-database.test.ts', 'postgres'),
  onOneCore('tests/api/payments/failing-gateway.test.ts'),
  onOneCore('tests/api/payments/gateways/gateway-network.test.ts'),
]

/** Attacks and faults of the table in docs/security.md, on one kind of database each. */
const attacksOn = (database) => [
  file('tests/api/http/random-bodies.test.ts', database),
  file('tests/api/mail/outbox-after-a-crash.test.ts', database),
  alone(file('tests/api/users/answer-times.test.ts', database)),
  alone(withBuild(file('tests/web/users/password-guesses.test.ts', database))),
]

const attacks = [
  onOneCore('contract/divide-amount.test.ts'),
  onOneCore('app/server/middleware/request-line.server.test.ts'),
  onOneCore('app/features/content/content-path.test.ts'),
  onOneCore('tests/api/users/random-passwords.test.ts'),
  { ...onOneCore('tests/api/db/fsync.test.ts'), needs: [prepareStrace] },
  ...[
    'tests/web/users/ended-sessions.test.ts',
    'tests/web/http/headers.test.ts',
    'tests/web/operator/company-goes-live.test.ts',
  ].map((name) => withBuild(onOneCore(name))),
  ...['hostile-clients', 'floods'].map((name) =>
    alone(withBuild(onOneCore(`tests/web/http/${name}.test.ts`))),
  ),
  ...['rolling-restart', 'killed-replicas'].map((name) =>
    alone(withBuild(file(`tests/web/replicas/${name}.test.ts`, 'postgres'))),
  ),
]

/** All combinations; `npm test` runs pairs of them. */
const web = [
  'tests/web/forms/form-origin.test.ts',
  'tests/web/forms/form-failures.test.ts',
  'tests/web/forms/forms-over-bad-network.test.ts',
  'tests/web/forms/own-answers-failures.test.ts',
  'tests/web/forms/own-answers-over-bad-network.test.ts',
  'tests/web/http/loader-failures.test.ts',
  'tests/web/http/pages-over-bad-network.test.ts',
].map((name) => withBuild(onOneCore(name)))

/** More load than the portal can answer, sent from the other core. Imported late: it needs the dependencies. */
const overloadRow = (settings) =>
  alone(
    withBuild({
      row: 'overload',
      sources: sourcesOfOverload,
      settings,
      run: () =>
        measurement('overload', async () =>
          (await import('../../bench/measure-overload.mjs')).checkOverload(settings),
        ),
    }),
  )

/** The processor time of pages, compared with that of the committed baseline. */
const pages = (settings) =>
  alone(
    withBuild({
      row: 'pages',
      sources: sourcesOfPages,
      settings,
      run: () =>
        measurement('pages', async () =>
          (await import('../../bench/measure-pages.mjs')).checkPages(settings),
        ),
    }),
  )

/** Journeys in two browsers at a time. */
const browser = (row, filters) => ({
  row,
  cores: 2,
  sources: sourcesOfJourneys,
  settings: { filters },
  run: () => withFigures((figures) => journeys(filters, { ...LONG, ...figures })),
  needs: [prepareChromium, preparedBuild],
})

const inMode = (row, scripts, filters) =>
  browser(`${row}, scripts ${scripts}`, [...filters, '--project', `scripts-${scripts}`])

const COMBINATIONS = 'in every way|all its looks'

const inChromium = [
  ...['on', 'off', 'late', 'broken'].map((scripts) =>
    inMode('every journey', scripts, ['--grep-invert', COMBINATIONS]),
  ),
  ...['on', 'broken'].map((scripts) =>
    inMode('every screen, usual', scripts, ['--grep', ', usual: in every way']),
  ),
  browser('every screen, accessible', ['--grep', ', accessible: in every way']),
  browser('every setting of the accessible version', ['--grep', 'all its looks']),
]

/**
 * The rows of `npm run test:long`, independent of each other and a few minutes each: `{ row, cores, sources, settings?,
 * needs?, isOnlyNamed?, run }`. A change of the files and folders in `sources`, or of `settings`, discards its result.
 */
export const longRows = [
  ...['sqlite', 'postgres'].flatMap((database) => [...moneyOn(database), ...attacksOn(database)]),
  ...network,
  ...attacks,
  ...web,
  alone(onOneCore('tests/docs/worked-example.test.ts')),
  overloadRow({ seconds: 2 }),
  pages({ seconds: 2, rounds: 5 }),
  ...inChromium,
  ...mutationRows,
]
