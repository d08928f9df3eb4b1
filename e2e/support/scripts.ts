import { expect, type Page } from '@playwright/test'
import type { Faults } from './faults'

const SCRIPTS = /\/assets\/.*[.]js(\?|$)/

/** Breaks or delays the page's scripts, as networks do. */
export class Scripts {
  readonly #page: Page
  readonly #faults: Faults

  constructor(page: Page, faults: Faults) {
    this.#page = page
    this.#faults = faults
  }

  /** Blocks all scripts from now on. By DevTools: a Playwright route would disable the cache for everything. */
  async break(): Promise<void> {
    this.#faults.expect(
      /^not loaded \(inspector\): |net::ERR_BLOCKED_BY_CLIENT|Failed to fetch dynamically imported module|error loading dynamically/i,
    )
    const devTools = await this.#page.context().newCDPSession(this.#page)
    await devTools.send('Network.enable')
    await devTools.send('Network.setBlockedURLs', { urls: ['*/assets/*.js', '*/assets/*.js?*'] })
  }

  /** Delays all scripts until the returned function is called. */
  async hold(): Promise<() => void> {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await this.#page.route(SCRIPTS, async (route) => {
      await released
      await route.continue()
    })
    return release
  }

  /**
   * Delays the scripts of every page separately: the returned function lets those of the open page arrive and waits for
   * hydration.
   */
  async holdEach(): Promise<() => Promise<void>> {
    let gate = newGate()
    const closed = new Set([gate])
    this.#page.on('request', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== this.#page.mainFrame()) return
      gate = newGate()
      closed.add(gate)
    })
    await this.#page.route(SCRIPTS, async (route) => {
      await gate.opened
      // The requesting page may be gone.
      await route.continue().catch(() => {})
    })
    return () =>
      expect
        .poll(
          () => {
            // The open page, or the one that replaces it.
            for (const each of closed) each.open()
            closed.clear()
            return this.#page.evaluate(isAlive).catch(() => 'left for another page')
          },
          { intervals: [20] },
        )
        .toBe(true)
  }
}

function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** Whether React has hydrated the page: not a part of it, as while it is at it. The bank's pages have no scripts. */
export function isAlive(): boolean {
  if (document.readyState === 'loading') return false
  if (!document.querySelector('script[type="module"]')) return true
  const [, root] = Object.entries(document).find(([name]) => name.startsWith('__reactContainer')) ?? []
  return root?.stateNode.current.memoizedState.isDehydrated === false
}
