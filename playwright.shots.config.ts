import { defineConfig } from '@playwright/test'
import type { StandingOptions } from './e2e/support/portal-test'
import journeys from './playwright.config'

process.env.SAME_ADDRESSES = 'yes'

/** Pictures of every screen, compared with the recorded ones: `npm run shots`; `npm run shots -- --update` records. */
export default defineConfig<object, StandingOptions>({
  ...journeys,
  testDir: 'e2e/shots',
  testMatch: '**/*.shots.ts',
  snapshotPathTemplate: '{testDir}/recorded/{arg}{ext}',
  use: {
    ...journeys.use,
    trace: 'off',
    screenshot: 'off',
    reducedMotion: 'reduce',
    // Half the size is a sixth of the bytes, and any colour, place or line that moves is still seen.
    deviceScaleFactor: 0.5,
    // The styles by which the caret is hidden are not the pages' own.
    bypassCSP: true,
  },
  expect: {
    ...journeys.expect,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'device' },
  },
  projects: [{ name: 'shots' }],
})
