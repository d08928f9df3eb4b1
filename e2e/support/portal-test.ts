import { createHash, randomBytes } from 'node:crypto'
import { test as base } from '@playwright/test'
import { Faults } from './faults'
import { Outbox } from './outbox'
import { type Portal, type Standing, startPortal } from './portal'
import { Scripts } from './scripts'

export { expect } from '@playwright/test'

/** What becomes of the pages' scripts: they run, the browser runs none, they are late, or they never arrive. */
export type ScriptMode = 'on' | 'off' | 'late' | 'broken'

export interface StandingOptions {
  scriptMode: ScriptMode
  /** How the portal of these tests stands; `test.use({ standing: { … } })` at the top of a file changes it. */
  standing: Partial<Standing>
}

interface WorkerFixtures extends StandingOptions {
  /** The built portal of this worker, on a port and with data of its own. */
  portal: Portal
}

interface TestFixtures {
  /** Letters of the portal's API. */
  outbox: Outbox
  /** Watches every test; one with a fault that it did not expect fails. */
  faults: Faults
  /** Breaks or holds the page's scripts. */
  scripts: Scripts
}

const USUAL: Standing = { upstream: 'embedded', demoData: true, settings: {} }

export const test = base.extend<TestFixtures, WorkerFixtures>({
  scriptMode: ['on', { option: true, scope: 'worker' }],
  standing: [{}, { option: true, scope: 'worker' }],

  portal: [
    async ({ standing }, use) => {
      const portal = await startPortal({ ...USUAL, ...standing })
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ portal }, use) => use(portal.url),

  javaScriptEnabled: async ({ scriptMode }, use) => use(scriptMode !== 'off'),

  outbox: async ({ portal }, use) => use(new Outbox(portal.outboxFolder)),

  faults: [
    async ({ context, portal }, use, testInfo) => {
      const faults = new Faults(context, portal.url)
      const printedBefore = portal.logs().length
      await use(faults)
      if (portal.proxy) portal.proxy.fault = undefined
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server log', { body: portal.logs().slice(printedBefore).join('\n') })
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

/** An e-mail address that no other test has; the same each time where pictures are taken. */
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
