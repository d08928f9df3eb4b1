import type { CallAnswer, CallInput, EndpointName, StreamedEndpoint } from 'contract/endpoints'
import { endpoints } from 'contract/endpoints'
import type { AccountNumber } from 'contract/identifiers'
import { type User, user as userSchema } from 'contract/users'
import type { Log } from 'monitoring/log'
import type { CallResult, Failure } from '../../api-client/failure'
import { type CallOptions, callProductApi } from '../../api-client/product-api.server'
import { streamFromProductApi } from '../../api-client/streamed-call.server'
import type { StreamingTransport, Transport } from '../../api-client/transport'
import type { UpstreamCookies } from '../session/upstream-cookies.server'
import { ContentCalls } from './deduplicate-gets.server'

const CHANGES_USER: ReadonlySet<EndpointName> = new Set([
  'login',
  'loginSecondStep',
  'logout',
  'verifyEmail',
  'changeProfile',
  'changeProfilePassword',
  'changeEmail',
])
/** The calls that sign in. */
const SENDS_DEVICE: ReadonlySet<EndpointName> = new Set(['login', 'loginSecondStep'])
const CHANGES_DEFAULT_ACCOUNT: ReadonlySet<EndpointName> = new Set([
  ...CHANGES_USER,
  'addAccount',
  'setDefaultAccount',
  'deleteAccount',
])

interface VisitorDeps {
  transport: Transport
  /** For answers that are passed on as they come. */
  streaming: StreamingTransport
  cookies: UpstreamCookies
  /** Headers of every call: the request's id and the visitor's address. */
  headers: Record<string, string>
  /** Headers of the calls that sign in: the device. */
  deviceHeaders: () => Record<string, string>
  callTimeoutMs: number
  /** Aborted once the response is closed, sent or not. */
  closed: () => AbortSignal
  /** A posted form: its calls continue after the visitor leaves, because an aborted call may have had its effect. */
  isForm: boolean
  /** When this page request has to be answered, in milliseconds since 1970 UTC. */
  deadline: number
  log: Log
  /** The answer to every call, in place of the product API's. */
  blockedBy?: Failure | undefined
}

export interface CallLimit {
  /** Milliseconds for this call, so that the request has time left for what follows. */
  withinMs?: number
}

/**
 * The product API as one page request uses it: with the visitor's cookies, and each answer about the visitor fetched
 * once.
 */
export class Visitor {
  readonly cookies: UpstreamCookies
  readonly content: ContentCalls
  #deps: VisitorDeps
  #deadline: number
  #user: Promise<User | null> | null = null
  #userFailure: Failure | null = null
  #defaultAccount: Promise<CallResult<AccountNumber | null>> | null = null

  constructor(deps: VisitorDeps) {
    this.#deps = deps
    this.#deadline = deps.deadline
    this.cookies = deps.cookies
    this.content = new ContentCalls(deps.transport)
  }

  /** Extends the deadline: a download takes longer than a page. */
  allow(milliseconds: number) {
    this.#deadline = Date.now() + milliseconds
  }

  /** A call of a page, which changes nothing, ends with the response. */
  async call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    { withinMs = Number.POSITIVE_INFINITY }: CallLimit = {},
  ): Promise<CallResult<CallAnswer<Name>>> {
    const { deviceHeaders, closed, isForm, blockedBy } = this.#deps
    if (blockedBy) return { ok: false, failure: blockedBy }
    const options = this.#optionsOf(name, withinMs)
    const headers = { ...options.headers, ...(SENDS_DEVICE.has(name) ? deviceHeaders() : {}) }
    const signal = isForm ? null : closed()
    const result = await callProductApi(this.content.transport, name, input, {
      ...options,
      headers,
      ...(signal && { signal }),
    })
    if (result.ok && CHANGES_USER.has(name)) this.#user = null
    if (result.ok && CHANGES_DEFAULT_ACCOUNT.has(name)) this.#defaultAccount = null
    if (!result.ok && !signal?.aborted) this.#logFailure(name, result.failure)
    return result
  }

  /** A document that is passed on as it comes. The call ends with the response. */
  async stream(name: StreamedEndpoint): Promise<CallResult<AsyncIterable<Uint8Array>>> {
    const { streaming, callTimeoutMs, closed, blockedBy } = this.#deps
    if (blockedBy) return { ok: false, failure: blockedBy }
    const signal = closed()
    const result = await streamFromProductApi(streaming, name, {
      ...this.#optionsOf(name),
      pieceTimeoutMs: callTimeoutMs,
      signal,
    })
    if (!result.ok && !signal.aborted) this.#logFailure(name, result.failure)
    return result
  }

  #optionsOf(name: EndpointName, withinMs = Number.POSITIVE_INFINITY): CallOptions {
    const { headers, callTimeoutMs } = this.#deps
    const withCookies = endpoints[name].cookies
    const cookie = withCookies ? this.cookies.header : null
    return {
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      timeoutMs: Math.min(callTimeoutMs, withinMs, this.#deadline - Date.now()),
      onSetCookies: (setCookies) => !withCookies || this.cookies.absorb(setCookies),
    }
  }

  #logFailure(call: EndpointName, failure: Failure) {
    if (failure.kind !== 'unavailable') return
    this.#deps.log.error({ call, status: failure.status, reason: failure.reason }, 'product API failed')
  }

  /** The signed-in customer, fetched once per request; null when the API does not say who it is. Never throws. */
  currentUser(): Promise<User | null> {
    this.#user ??= this.#fetchCurrentUser()
    return this.#user
  }

  /** Why the current user is unknown; null once the product API has answered, whatever it said. */
  get userFailure(): Failure | null {
    return this.#userFailure
  }

  async #fetchCurrentUser() {
    this.#userFailure = null
    if (this.cookies.isEmpty) return null
    const result = await this.call('currentUser', {})
    if (!result.ok) {
      if (result.failure.kind === 'unauthorized') this.cookies.clear()
      else this.#userFailure = result.failure
      return null
    }
    const parsed = userSchema.safeParse(result.answer.data)
    return parsed.success ? parsed.data : null
  }

  /** The number of the default account, fetched once per request. */
  defaultAccount(): Promise<CallResult<AccountNumber | null>> {
    this.#defaultAccount ??= this.#fetchDefaultAccount()
    return this.#defaultAccount
  }

  async #fetchDefaultAccount(): Promise<CallResult<AccountNumber | null>> {
    if (this.cookies.isEmpty) return { ok: true, answer: null }
    const result = await this.call('defaultAccount', {})
    return result.ok ? { ok: true, answer: result.answer?.account ?? null } : result
  }

  /** Drops the session's cookies after the API has rejected them. */
  endSession() {
    this.cookies.clear()
    this.#user = null
    this.#defaultAccount = null
  }
}
