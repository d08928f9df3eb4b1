import type { Cookie } from '@playwright/test'
import { test as base } from '../support/test'
import { anna } from './people'
import { Visitor } from './visitor'

export { expect } from '../support/test'

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
  visitor: async ({ page, outbox, javaScriptEnabled }, use) => {
    await use(new Visitor({ page, outbox, scripts: javaScriptEnabled }))
  },

  anotherVisitor: async ({ browser, faults, outbox, javaScriptEnabled }, use) => {
    const closers: (() => Promise<void>)[] = []
    await use(async (headers) => {
      const context = await browser.newContext(headers ? { extraHTTPHeaders: headers } : {})
      closers.push(() => context.close())
      faults.watch(context)
      return new Visitor({ page: await context.newPage(), outbox, scripts: javaScriptEnabled })
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
      await visitor.logsIn(anna)
      annasCookies.push(...(await visitor.context.cookies()))
    })
  },
})
