import type { Cookie, Page } from '@playwright/test'
import { Visitor } from './actions/visitor'
import { anna } from './data/people'
import type { Faults } from './support/faults'
import { test as base, type ScriptMode } from './support/portal-test'
import { Scripts } from './support/scripts'

export { expect } from './support/portal-test'

interface People {
  visitor: Visitor
  /** Somebody else, at another browser; `headers` go along with everything that it asks for. */
  anotherVisitor: (headers?: Record<string, string>) => Promise<Visitor>
  /** Makes the visitor Anna, who logs in once for all tests that only look at what she sees. */
  signedInAsAnna: () => Promise<void>
}

interface Sessions {
  annasCookies: Cookie[]
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

  // Of one portal, whose worker this is.
  annasCookies: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],

  signedInAsAnna: async ({ visitor, annasCookies }, use) => {
    await use(async () => {
      if (annasCookies.length > 0) return visitor.context.addCookies(annasCookies)
      await visitor.isSignedIn(anna)
      const cookies = await visitor.context.cookies()
      // Nothing else that this test's visitor has chosen is Anna's.
      annasCookies.push(...cookies.filter(({ name }) => name === 'session'))
    })
  },
})

/** Breaks or holds the page's scripts as the mode says; gives what has the held ones arrive. */
async function hinder(page: Page, faults: Faults, mode: ScriptMode) {
  const scripts = new Scripts(page, faults)
  if (mode === 'broken') await scripts.break()
  return mode === 'late' ? scripts.holdEach() : undefined
}
