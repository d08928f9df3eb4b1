import type { Cookie, Page } from '@playwright/test'
import { Visitor } from './actions/visitor'
import { anna } from './data/people'
import type { Faults } from './support/faults'
import { test as base, type ScriptMode } from './support/portal-test'
import { Scripts } from './support/scripts'

export { expect } from './support/portal-test'

interface People {
  visitor: Visitor
  /** Another visitor with another browser; `headers` are sent with every request. */
  anotherVisitor: (headers?: Record<string, string>) => Promise<Visitor>
  /** Signs the visitor in as Anna. She logs in once per worker, for tests that only read her data. */
  signedInAsAnna: () => Promise<void>
}

interface Sessions {
  /** By the portal's address. */
  annasCookies: Map<string, Cookie[]>
}

export const test = base.extend<People, Sessions>({
  visitor: async ({ page, portal, faults, outbox, scriptMode }, use) => {
    const scriptsArrive = await hinder(page, faults, scriptMode)
    await use(new Visitor({ page, site: portal.url, outbox, scriptMode, scriptsArrive }))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  anotherVisitor: async ({ browser, portal, faults, outbox, scriptMode, javaScriptEnabled }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (headers) => {
      const context = await browser.newContext({
        javaScriptEnabled,
        ...(headers && { extraHTTPHeaders: headers }),
      })
      closers.push(() => context.close())
      faults.watch(context)
      const page = await context.newPage()
      const scriptsArrive = await hinder(page, faults, scriptMode)
      return new Visitor({ page, site: portal.url, outbox, scriptMode, scriptsArrive })
    })
    for (const close of closers) await close()
  },

  annasCookies: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],

  signedInAsAnna: async ({ visitor, portal, annasCookies }, use) => {
    await use(async () => {
      const known = annasCookies.get(portal.url)
      if (known) return visitor.context.addCookies(known)
      await visitor.isSignedIn(anna)
      const cookies = await visitor.context.cookies()
      // Only the session: other cookies of this test's visitor stay.
      annasCookies.set(
        portal.url,
        cookies.filter(({ name }) => name === 'session'),
      )
    })
  },
})

/** Breaks or delays the page's scripts by the mode; returns the function that lets delayed ones arrive. */
async function hinder(page: Page, faults: Faults, mode: ScriptMode) {
  const scripts = new Scripts(page, faults)
  if (mode === 'broken') await scripts.break()
  return mode === 'late' ? scripts.holdEach() : undefined
}
