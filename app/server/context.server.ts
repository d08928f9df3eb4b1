import '@remix-run/node'
import type { Settings } from '../features/accessible-version/settings'
import type { CookieChoice } from '../features/cookie-consent/cookie-choice.server'
import type { PortalConfig } from './config.server'
import type { Download } from './http/buffered-response.server'
import type { Log } from './log.server'
import type { FlashMessage } from './session/flash.server'
import type { BaseDataCache } from './upstream/base-data.server'
import type { Visitor } from './upstream/visitor.server'

/** Why a request is answered by an error screen, whatever its route would draw. */
export interface Refusal {
  status: number
  message: string
}

/** What one request carries through the portal. Made anew for each; nothing of a visitor lives longer. */
export interface RequestContext {
  config: PortalConfig
  log: Log
  nonce: string
  /** The key of the forms that this page draws. Every request has its own, one that gets a kept page, too. */
  idempotencyKey: string
  visitor: Visitor
  baseData: BaseDataCache
  /** Null: the visitor was never asked. */
  cookieChoice: CookieChoice | null
  /** How the visitor wants the accessible version; null is the usual one. */
  accessible: Settings | null
  /** The page's query to the byte, without its question mark: Remix spells anew what `request.url` has. */
  query: string
  refusal: Refusal | null
  /** Seconds until this address may post again; null while it may. */
  throttledForS: number | null
  /** The posted form as it came, read once and bounded. */
  posted: { contentType: string; body: Buffer } | null
  flash: {
    /** From the cookie of this request. */
    received: FlashMessage | null
    /** To be set for the next page. */
    next: FlashMessage | null
    /** Whether the received one was shown and is to be cleared. */
    shown: boolean
  }
  /** Whether the form of this request was refused: the title then says so. */
  formFailed: boolean
  /** Whether payments go to the test bank: the API that this portal has inside has no other. */
  testPayments: boolean
  /** Whether the browser only fetches ahead; what is shown once must not be used up by it. */
  prefetch: boolean
  /** The drawn page of an answer that has no body of its own; streams of the web platform would only copy it. */
  page: Buffer | null
  /** Sent after the headers of an answer that has no body of its own. */
  download: Download | null
  /** Headers that the answer gets whichever way it was made. */
  replyHeaders: Headers
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
}
