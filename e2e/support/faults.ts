import type { BrowserContext, Request, Response } from '@playwright/test'

const FAILED_LOAD = /^Failed to load resource: the server responded with a status of (\d+)/
/** A browser that waits too long, on a machine that is busy: nothing of the page's. */
const SAID_BY_THE_CLOCK = /was preloaded using link preload but not used within a few seconds/
const PAGES = new Set(['document', 'fetch', 'xhr'])

/**
 * What must not happen while a journey goes on, whichever page it is on: errors and warnings in the console (hydration
 * and the content security policy speak there), uncaught errors, server errors, missing files, calls to foreign hosts.
 */
export class Faults {
  readonly #found: string[] = []
  readonly #expected: RegExp[] = []
  readonly #origin: string

  constructor(context: BrowserContext, origin: string) {
    this.#origin = origin
    this.watch(context)
  }

  /** Lets this much happen in this test: a journey that meets a failing upstream, scripts that do not load. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Watches one more context; the test's own one is watched already. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      // Said of answers too, which are judged by what was asked for.
      if (FAILED_LOAD.test(message.text()) || SAID_BY_THE_CLOCK.test(message.text())) return
      if (['error', 'warning'].includes(message.type()))
        this.#note(`console.${message.type()}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#note(`uncaught: ${error.error().stack ?? error.error().message}`))
    context.on('request', (request) => this.#judgeRequest(request))
    context.on('response', (response) => this.#judgeResponse(response))
    context.on('requestfailed', (request) => this.#judgeFailure(request))
  }

  /** The faults that nobody expected. */
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

  // A page may well answer 404, or 400 to a form; a script, a style or a picture may not.
  #judgeResponse(response: Response): void {
    const isPage = PAGES.has(response.request().resourceType())
    if (response.status() >= (isPage ? 500 : 400))
      this.#note(`status ${response.status()}: ${response.url()}`)
  }

  // Leaving a page aborts what it was still loading. 'csp' is also what becomes of a script that is preloaded where
  // scripts are off; a real violation is an error in the console.
  #judgeFailure(request: Request): void {
    const reason = request.failure()?.errorText ?? 'unknown'
    if (!['net::ERR_ABORTED', 'csp'].includes(reason)) this.#note(`not loaded (${reason}): ${request.url()}`)
  }
}
