import type { CallAnswer, CallInput, EndpointName } from 'contract/endpoints'
import { endpoints } from 'contract/endpoints'
import type { AccountNumber } from 'contract/identifiers'
import { type User, user as userSchema } from 'contract/users'
import type { CallResult, Failure } from '../../api-client/failure'
import { callProductApi } from '../../api-client/product-api.server'
import type { Transport } from '../../api-client/transport'
import type { Log } from '../log.server'
import type { UpstreamCookies } from '../session/upstream-cookies.server'
import { ContentCalls } from './content-calls.server'

const CHANGES_USER: ReadonlySet<EndpointName> = new Set([
  'login',
  'logout',
  'verifyEmail',
  'changeProfile',
  'changeProfilePassword',
  'changeEmail',
])
const CHANGES_DEFAULT_ACCOUNT: ReadonlySet<EndpointName> = new Set([
  ...CHANGES_USER,
  'addAccount',
  'setDefaultAccount',
  'deleteAccount',
])

interface VisitorDeps {
  transport: Transport
  cookies: UpstreamCookies
  /** Headers of every call: the request's id and the visitor's address. */
  headers: Record<string, string>
  /** Headers of the login alone: the device. */
  deviceHeaders: () => Record<string, string>
  callTimeoutMs: number
  /** When this page request has to be answered, in milliseconds since 1970 UTC. */
  deadline: number
  log: Log
}

/** The product API as one page request uses it: with the visitor's cookies, and each answer about the visitor fetched once. */
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

  async call<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallResult<CallAnswer<Name>>> {
    const { headers, deviceHeaders, callTimeoutMs, log } = this.#deps
    const withCookies = endpoints[name].cookies
    const cookie = withCookies ? this.cookies.header : null
    const result = await callProductApi(this.content.transport, name, input, {
      headers: {
        ...headers,
        ...(cookie ? { cookie } : {}),
        ...(name === 'login' ? deviceHeaders() : {}),
      },
      timeoutMs: Math.min(callTimeoutMs, this.#deadline - Date.now()),
      onSetCookies: (setCookies) => !withCookies || this.cookies.absorb(setCookies),
    })
    if (result.ok && CHANGES_USER.has(name)) this.#user = null
    if (result.ok && CHANGES_DEFAULT_ACCOUNT.has(name)) this.#defaultAccount = null
    if (!result.ok && result.failure.kind === 'unavailable') {
      log.error(
        { call: name, status: result.failure.status, reason: result.failure.reason },
        'product API failed',
      )
    }
    return result
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
    const named = userSchema.safeParse(result.answer.data)
    return named.success ? named.data : null
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
