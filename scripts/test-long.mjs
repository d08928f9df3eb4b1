import './prepare/node-version.mjs'
import { journeys } from './check/journeys.mjs'
import { unit } from './check/unit.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild, preparedDependencies } from './prepare/prepare.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry } from './prepare/stop.mjs'

/** What chance decides: `npm test` tries it a few times, this as often as the promises about money are made for. */
const FILES = [
  'tests/api/accounts/accounts.test.ts',
  'tests/api/payments/payments-at-once.test.ts',
  'tests/api/payments/payments-after-a-crash.test.ts',
  'tests/api/autopayments/autopayments-after-a-crash.test.ts',
  'tests/api/autopayments/autopayments-calendar.test.ts',
  'tests/api/autopayments/autopayments-of-many.test.ts',
  'tests/api/payments/money-model.test.ts',
]

/**
 * Every look of the accessible version, and every screen for everybody in both versions at both widths: `npm test` sees
 * to it that each choice is tried once, and any two of them together.
 */
const JOURNEYS = ['accessible-version', 'every-screen', '--grep', 'all its looks|in every way']

/** Takes hours. `npm run test:long -- tests/api/payments/money-model.test.ts` runs a part. */
await entry(async () => {
  enterProject()
  await preparedDependencies()
  Object.assign(process.env, {
    TEST_LONG: '1',
    MODEL_RUNS: '500',
    CALENDAR_YEARS: '4',
    MANY_AUTOPAYMENTS: '10000',
  })
  const chosen = process.argv.slice(2)
  const outcomes = [await unit(chosen.length > 0 ? chosen : FILES)]
  if (chosen.length === 0) {
    await prepareChromium()
    await preparedBuild()
    outcomes.push(await journeys(JOURNEYS))
  }
  const total = (count) => outcomes.reduce((sum, outcome) => sum + count(outcome), 0)
  const failed = total((outcome) => outcome.failed)
  const passed = total((outcome) => outcome.passed)
  console.log(`\n${passed} passed, ${failed} failed, ${total(({ skipped }) => skipped.length)} skipped`)
  process.exitCode = failed === 0 ? 0 : 1
})
