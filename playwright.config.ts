import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { ScriptMode, SetupOptions } from './e2e/support/portal-test'

// Prefers the headless shell: the same engine, with a third less processor time.
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const ownChromium = process.env.CHROMIUM_PATH ?? ofDebian

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Tests tagged with script modes, but not with this one. */
const taggedOtherThan = (mode: ScriptMode) => new RegExp(`^(?!.*@scripts-${mode}\\b).*@scripts-`)

export default defineConfig<SetupOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A journey that passes only on a retry is a fault.
  retries: 0,
  failOnFlakyTests: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // A trace costs half a second per test: use `--trace on` for the one that fails.
    trace: 'off',
    launchOptions: {
      // A delay between actions in milliseconds, for npm run test:headed.
      slowMo: Number(process.env.SLOW_MS ?? 0),
      ...(ownChromium === undefined ? {} : { executablePath: ownChromium }),
      // Without it Chromium calls files with Russian names 'download'.
      env: { ...process.env, LANG: 'C.UTF-8' },
      args: [
        ...asRoot,
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // The shell then renders text like the full browser, so that both give the same pictures.
        '--font-render-hinting=slight',
      ],
    },
  },
  // The script modes: scripts run, are disabled, arrive after the page is in use, or never arrive.
  // A journey is tagged with its script modes (e2e/support/script-mode-tags.ts); one without a tag runs in all.
  projects: [
    { name: 'scripts-on', grepInvert: taggedOtherThan('on'), use: { scriptMode: 'on' } },
    { name: 'scripts-off', grepInvert: taggedOtherThan('off'), use: { scriptMode: 'off' } },
    { name: 'scripts-late', grepInvert: taggedOtherThan('late'), use: { scriptMode: 'late' } },
    { name: 'scripts-broken', grepInvert: taggedOtherThan('broken'), use: { scriptMode: 'broken' } },
  ],
})
