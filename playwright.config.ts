import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import type { ScriptMode, StandingOptions } from './e2e/support/portal-test'

// The shell first: the same engine without a browser's windows takes a third less of the processor.
const ofDebian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const ownChromium = process.env.CHROMIUM_PATH ?? ofDebian

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Tests that are tagged with ways to go, but not with this one. */
const taggedOtherThan = (mode: ScriptMode) => new RegExp(`^(?!.*@scripts-${mode}\\b).*@scripts-`)

export default defineConfig<object, StandingOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A journey that passes only at a second try is a fault, whoever asks for the try.
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
    // A trace costs half a second a test: `--trace on` for the one that fails.
    trace: 'off',
    launchOptions: {
      // Milliseconds between actions, for eyes: npm run test:headed.
      slowMo: Number(process.env.SLOW_MS ?? 0),
      ...(ownChromium === undefined ? {} : { executablePath: ownChromium }),
      args: [
        ...asRoot,
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // The shell then draws letters as the whole browser does, so that both give the same pictures.
        '--font-render-hinting=slight',
      ],
    },
  },
  // The ways that scripts go: they run, the browser runs none, they come when the page is in use already, they never arrive.
  // A journey is tagged with its ways (e2e/support/scripts-in-turn.ts); one without a tag goes them all.
  projects: [
    { name: 'scripts-on', grepInvert: taggedOtherThan('on'), use: { scriptMode: 'on' } },
    { name: 'scripts-off', grepInvert: taggedOtherThan('off'), use: { scriptMode: 'off' } },
    { name: 'scripts-late', grepInvert: taggedOtherThan('late'), use: { scriptMode: 'late' } },
    { name: 'scripts-broken', grepInvert: taggedOtherThan('broken'), use: { scriptMode: 'broken' } },
  ],
})
