import type { BrowserContext, Request, Response } from '@playwright/test'
import type { TypedValues } from './typed-values'

const FAILED_LOAD = /^Failed to load resource: the server responded with a status of (\d+)/
/** A warning of a slow browser on a busy machine, not about the page. */
const SAID_BY_THE_CLOCK = /was preloaded using link preload but not used within a few seconds/
const PAGES = new Set(['document', 'fetch', 'xhr'])

/**
 * Collects what must not happen in any journey: console errors and warnings (also of hydration and the content security
 * policy), uncaught errors, server errors, missing files, requests to other hosts.
 */
export class Faults {
  readonly #found: string[] = []
  readonly #expected: RegExp[] = []
  readonly #origin: string
  readonly #typed: TypedValues

  constructor(context: BrowserContext, origin: string, typed: TypedValues) {
    this.#origin = origin
    this.#typed = typed
    this.watch(context)
  }

  /** Allows a fault in this test: for a failing upstream or scripts that do not load. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Watches another context; the test's own one is already watched. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      // Failed loads are judged by their request instead.
      if (FAILED_LOAD.test(message.text()) || SAID_BY_THE_CLOCK.test(message.text())) return
      if (['error', 'warning'].includes(message.type()))
        this.#note(`console.${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#note(`uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('request', (request) => {
      this.#judgeRequest(request)
      this.#typed.note(request)
    })
    context.on('response', (response) => this.#judgeResponse(response))
    context.on('requestfailed', (request) => this.#judgeFailure(request))
  }

  /** The faults that were not allowed. */
  unexpected(): string[] {
    return this.#found.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)))
  }

  #note(fault: string): void {
    this.#found.push(fault)
  }

  #judgeRequest(request: Request): void {
    const url = request.url()
    if (/^https?:/.test(url) && new URL(url).origin !== this.#origin) this.#note(`foreign host: ${url}`)
  }

  // A page may answer 404, or 400 to a form; a script, style or picture may not.
  #judgeResponse(response: Response): void {
    const isPage = PAGES.has(response.request().resourceType())
    if (response.status() >= (isPage ? 500 : 400))
      this.#note(`status ${response.status()}: ${response.url()}`)
  }

  // Leaving a page aborts its pending requests. Chromium also reports 'csp' for a preloaded script
  // when scripts are off; a real violation is a console error.
  #judgeFailure(request: Request): void {
    const reason = request.failure()?.errorText ?? 'unknown'
    if (!['net::ERR_ABORTED', 'csp'].includes(reason)) this.#note(`not loaded (${reason}): ${request.url()}`)
  }
}
