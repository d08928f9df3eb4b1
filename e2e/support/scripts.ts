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
}
