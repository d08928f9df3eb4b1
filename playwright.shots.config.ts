import { defineConfig } from '@playwright/test'
import type { SetupOptions } from './e2e/support/portal-test'
import journeys from './playwright.config'

process.env.SAME_ADDRESSES = 'yes'

/** Compares pictures of every screen with the recorded ones: `npm run shots`; `npm run shots -- --update` records them. */
export default defineConfig<SetupOptions>({
  ...journeys,
  testDir: 'e2e/shots',
  testMatch: '**/*.shots.ts',
  snapshotPathTemplate: '{testDir}/recorded/{arg}{ext}',
  use: {
    ...journeys.use,
    trace: 'off',
    screenshot: 'off',
    reducedMotion: 'reduce',
    // Half the size is a sixth of the bytes, and still shows every changed colour, place or line.
    deviceScaleFactor: 0.5,
    // Playwright hides the caret by a style of its own.
    bypassCSP: true,
  },
  expect: {
    ...journeys.expect,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'device' },
  },
  projects: [{ name: 'shots' }],
})
