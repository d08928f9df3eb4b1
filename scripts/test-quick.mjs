import './prepare/node-version.mjs'
import { journeys } from './check/journeys.mjs'
import { runParts } from './check/run-parts.mjs'
import { unit } from './check/unit.mjs'
import { validate } from './check/validate.mjs'
import { prepareChromium } from './prepare/chromium.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { enterProject } from './prepare/root.mjs'
import { entry } from './prepare/stop.mjs'

/** Tests that start and kill processes, or go through a year day by day. */
const SLOW = ['tests/web/**', 'tests/**/*-after-a-crash.test.ts', 'tests/**/autopayments-calendar.test.ts']

/** `npm run test:quick`: the most useful checks in a few minutes. Only `npm test` runs all. */
await entry(async () => {
  enterProject()
  await runParts([
    { key: 'validate', title: 'Types, lint, dependency rules', run: validate },
    {
      key: 'unit',
      title: 'Unit tests, and API tests on SQLite (vitest)',
      run: () =>
        unit(
          SLOW.flatMap((files) => ['--exclude', files]),
          { TEST_DATABASES: 'sqlite' },
        ),
    },
    {
      key: 'e2e',
      title: 'One journey in Chromium (Playwright)',
      run: () => journeys(['e2e/whole-journey.spec.ts', '--project', 'scripts-on']),
      needs: [prepareChromium, preparedBuild],
    },
  ])
})
