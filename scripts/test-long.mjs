import './prepare/node-version.mjs'
import { unit } from './check/unit.mjs'
import { preparedDependencies } from './prepare/prepare.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry } from './prepare/stop.mjs'

/** What chance decides: `npm test` tries it a few times, this as often as the promises about money are made for. */
const FILES = [
  'tests/api/payments-at-once.test.ts',
  'tests/api/payments-after-a-crash.test.ts',
  'tests/api/autopayments-after-a-crash.test.ts',
  'tests/api/autopayments-calendar.test.ts',
  'tests/api/money-model.test.ts',
]

/** Takes an hour or so. `npm run test:long -- tests/api/money-model.test.ts` runs a part. */
await entry(async () => {
  enterProject()
  await preparedDependencies()
  Object.assign(process.env, { TEST_LONG: '1', MODEL_RUNS: '500', CALENDAR_YEARS: '4' })
  const chosen = process.argv.slice(2)
  const { passed, failed, skipped } = await unit(chosen.length > 0 ? chosen : FILES)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exitCode = failed === 0 ? 0 : 1
})
