import { randomBytes } from 'node:crypto'
import { test as base } from '@playwright/test'
import { Faults } from './faults'
import { Outbox } from './outbox'
import { type Portal, type Standing, startPortal } from './portal'
import { Scripts } from './scripts'

export { expect } from '@playwright/test'

export interface StandingOptions {
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

/** An e-mail address that no other test has. */
export function newAddress(name = 'visitor'): string {
  return `${name}-${randomBytes(6).toString('hex')}@example.com`
}
