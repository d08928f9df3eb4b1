import { expect, type Page } from '@playwright/test'
import type { Faults } from './faults'

const SCRIPTS = /\/assets\/.*[.]js(\?|$)/

/** Does badly with the page's scripts what networks do. */
export class Scripts {
  readonly #page: Page
  readonly #faults: Faults

  constructor(page: Page, faults: Faults) {
    this.#page = page
    this.#faults = faults
  }

  /** No script arrives from now on. By the browser's own list: a route would switch its cache off for everything. */
  async break(): Promise<void> {
    this.#faults.expect(
      /^not loaded \(inspector\): |net::ERR_BLOCKED_BY_CLIENT|Failed to fetch dynamically imported module|error loading dynamically/i,
    )
    const devTools = await this.#page.context().newCDPSession(this.#page)
    await devTools.send('Network.enable')
    await devTools.send('Network.setBlockedURLs', { urls: ['*/assets/*.js', '*/assets/*.js?*'] })
  }

  /** Scripts are late: none arrives until the function that this gives is called. */
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
   * Scripts of every page are late: they arrive when the function that this gives is called, which waits until the page
   * has come alive. A page that is opened later has its own to wait for.
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
      // The page that asked may be left by now.
      await route.continue().catch(() => {})
    })
    return () =>
      expect
        .poll(
          () => {
            // The page that is open, or the one that comes in its place.
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

/** React leaves its mark on what it has taken over. The bank's pages have no scripts to wait for. */
function isAlive(): boolean {
  if (document.readyState === 'loading') return false
  if (!document.querySelector('script[type="module"]')) return true
  return Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactProps'))
}
