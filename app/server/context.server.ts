import '@remix-run/node'
import type { Log } from 'monitoring/log'
import type { Settings } from '../preferences/accessible-version/settings'
import type { CookieChoice } from '../preferences/cookie-consent/cookie-choice.server'
import type { PortalConfig } from './config.server'
import type { Download } from './http/buffered-response.server'
import type { Refusal } from './http/refusal.server'
import type { CompanyLook } from './pages/company.server'
import type { FlashMessage } from './session/flash.server'
import type { SentRegistration } from './session/sealed-cookie.server'
import type { BaseDataCache } from './upstream/base-data.server'
import type { Visitor } from './upstream/visitor.server'

/** Everything that the portal knows of one request: `context` of loaders and actions. No data of a visitor outlives it. */
export interface RequestContext {
  config: PortalConfig
  log: Log
  /** As in the log, in `X-Request-Id` and in the calls of the product API. */
  requestId: string
  nonce: string
  /** The idempotency key of the forms that this page draws; new in every response, also when the page comes from a cache. */
  idempotencyKey: string
  visitor: Visitor
  baseData: BaseDataCache
  /** When the request began, see `pageBase`. */
  base: { version: number; look: CompanyLook | null }
  /** Whether scripts of other sites may run on the page, if the visitor allows them. */
  allowsOthers: boolean
  /** Whether the browser has to load the page as a document, see `securityHeaders`. */
  needsDocument: boolean
  /** Null: the visitor has not chosen yet. */
  cookieChoice: CookieChoice | null
  /** The settings of the accessible version; null: the visitor uses the usual one. */
  accessible: Settings | null
  /** The query byte for byte, without the question mark; Remix re-encodes the one in `request.url`. */
  query: string
  /** Null: the request was not refused before routing. */
  refusal: Refusal | null
  /**
   * The requested path and query, if they have no page and their error screen is drawn as the home page; the home page's
   * path if they are too long. That screen has no scripts: Remix would hydrate it as the page of its address, and fail.
   */
  insteadOf: string | null
  /** Seconds until this visitor may post again; null while they may. */
  throttledForS: number | null
  /** The raw body of the posted form, at most 64 KiB. */
  rawForm: { contentType: string; body: Buffer } | null
  flash: {
    /** From the cookie of this request. */
    received: FlashMessage | null
    /** To be set for the next page. */
    next: FlashMessage | null
    /** Whether the received message was shown: its cookie is then cleared. */
    shown: boolean
  }
  /** A login that waits for the code of its second step. */
  secondStep: {
    /** The product API's token, from the cookie of this request; null when there is none. */
    token(): Promise<string | null>
    /** The change of the cookie: a new token, or cleared; null: no change. */
    next: { token: string } | 'cleared' | null
  }
  /** A registration from this browser. */
  registration: {
    /** The one of the last 24 hours, by the cookie of this request; null when there is none. */
    recent(): Promise<SentRegistration | null>
    /** The change of the cookie: a registration that this request sends, or cleared by signing in; null: no change. */
    next: SentRegistration | 'cleared' | null
  }
  /** How the posted form is answered; set by the action, read by the loaders of the same request. */
  form: FormAnswer
  /** The page's scripts have sent the request, not the browser itself. */
  byScripts: boolean
  /** Whether payments go to the embedded API's test bank. */
  testPayments: boolean
  /** Whether the browser only prefetches the page: a flash message must survive that. */
  prefetch: boolean
  /** The drawn page. It bypasses Remix's web `Response`, whose streams would copy it. */
  page: Buffer | null
  /** A download, streamed when the response has no body of its own. */
  download: Download | null
  /** Headers that every kind of response gets. */
  replyHeaders: Headers
}

export type FormAnswer =
  /** By a redirect, or no form was posted. */
  | { state: 'none' }
  /**
   * The form comes back as typed, whatever else fails, and the title says «Ошибка» unless it only asks a question.
   * `title`: of the page, if the form comes back on another page than its first one.
   */
  | { state: 'rejected'; isQuestion?: boolean; title?: string }
  /** By a page of its own, such as a receipt. It needs no data: no failure of another call may hide it. */
  | { state: 'accepted'; title: string; isShownOnce: boolean }

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
}
