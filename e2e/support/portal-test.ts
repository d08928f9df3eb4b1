import { createHash, randomBytes } from 'node:crypto'
import { test as base } from '@playwright/test'
import { printFigure } from '../../tests/support/long-run'
import { Faults } from './faults'
import { Outbox } from './outbox'
import type { Portal, PortalSetup } from './portal'
import { Portals } from './portals'
import { Scripts } from './scripts'
import { TypedValues } from './typed-values'

export { expect } from '@playwright/test'

/** How the pages' scripts behave: they run, are disabled, arrive late, or never arrive. */
export type ScriptMode = 'on' | 'off' | 'late' | 'broken'

export interface SetupOptions {
  scriptMode: ScriptMode
  /** The portal's setup; `test.use({ setup: { … } })` at the top of a file changes it. */
  setup: Partial<PortalSetup>
}

interface WorkerFixtures {
  portals: Portals
  /** What this worker's visitors have sent of themselves; none of it may be logged. */
  typed: TypedValues
}

interface TestFixtures extends SetupOptions {
  /** This worker's portal with the test's setup, with its own port and data. */
  portal: Portal
  /** Letters of the portal's API. */
  outbox: Outbox
  /** Watches every test; an unexpected fault fails it. */
  faults: Faults
  /** Breaks or delays the page's scripts. */
  scripts: Scripts
}

const USUAL: PortalSetup = { upstream: 'embedded', demoData: true, settings: {} }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  scriptMode: ['on', { option: true }],
  // An option of the test, not of the worker: another worker, with a browser of its own, costs more than another portal.
  setup: [{}, { option: true }],

  portals: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const portals = new Portals()
      await use(portals)
      await portals.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  typed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const typed = new TypedValues()
      await use(typed)
      printFigure(22, typed.summary)
    },
    { scope: 'worker' },
  ],

  portal: [
    async ({ portals, setup }, use) => use(await portals.withSetup({ ...USUAL, ...setup })),
    { timeout: 60_000 },
  ],

  baseURL: async ({ portal }, use) => use(portal.url),

  javaScriptEnabled: async ({ scriptMode }, use) => use(scriptMode !== 'off'),

  outbox: async ({ portal }, use) => use(new Outbox(portal.outboxFolder)),

  faults: [
    async ({ context, portal, typed }, use, testInfo) => {
      const faults = new Faults(context, portal.url, typed)
      const printedBefore = portal.logs().length
      await use(faults)
      if (portal.proxy) {
        portal.proxy.fault = undefined
        portal.proxy.change = undefined
      }
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server log', { body: portal.logs().slice(printedBefore).join('\n') })
      typed.noteCookies(await context.cookies())
      const logged = typed.found(portal.unreadLogs())
      if (logged.length > 0) throw new Error(`A visitor's data was logged:\n${logged.join('\n')}`)
      const unexpected = faults.unexpected()
      if (unexpected.length > 0) throw new Error(`What must not happen did:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],

  scripts: async ({ page, faults }, use) => {
    await use(new Scripts(page, faults))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})

/** A unique e-mail address; the same in every run, for screenshots. */
export function newAddress(name = 'visitor'): string {
  const own = process.env.SAME_ADDRESSES ? nthAddressOfTest() : randomBytes(6)
  return `${name}-${own.toString('hex')}@example.com`
}

const given = new Map<string, number>()

function nthAddressOfTest(): Buffer {
  const { testId } = base.info()
  const nth = (given.get(testId) ?? 0) + 1
  given.set(testId, nth)
  return createHash('sha256').update(`${testId} ${nth}`).digest().subarray(0, 6)
}
