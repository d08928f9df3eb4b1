import type { Page } from '@playwright/test'
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

  /** No script arrives from now on. */
  async break(): Promise<void> {
    this.#faults.expect(
      /net::ERR_FAILED|Failed to fetch dynamically imported module|error loading dynamically/i,
    )
    await this.#page.route(SCRIPTS, (route) => route.abort())
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
    this.#page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === this.#page.mainFrame()) gate = newGate()
    })
    await this.#page.route(SCRIPTS, async (route) => {
      await gate.opened
      // The page that asked may be left by now.
      await route.continue().catch(() => {})
    })
    return async () => {
      gate.open()
      await this.#page.waitForFunction(isAlive)
    }
  }
}

function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** React leaves its mark on what it has taken over. */
const isAlive = () =>
  Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactProps'))
