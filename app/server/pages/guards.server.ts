import type { AppLoadContext } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import type { CallAnswer, CallInput, EndpointName, StreamedEndpoint } from 'contract/endpoints'
import type { AccountNumber } from 'contract/identifiers'
import type { ProblemCode } from 'contract/problem'
import type { User } from 'contract/users'
import { paths } from '~/paths'
import type { CallResult, Failure } from '../../api-client/failure'
import { tooManyPosts } from '../forms/read-form.server'
import { LONGEST_ADDRESS, pageAddress } from '../http/page-address.server'
import { sitePath } from '../http/redirects.server'
import { passRetryAfterOn } from '../http/retry-after.server'
import { newFlash } from '../session/flash.server'
import type { CallLimit } from '../upstream/visitor.server'
import { isTemporary } from './load-beside-form.server'

/** The calls of the product API; only a guard gives access to them. */
export interface Api {
  /** For loaders: the answer; throws the error screen, or the redirect to the login, that fits a failure. */
  load<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>>
  /** For loaders, optional data: null after a failure; throws the redirect to the login when the session is lost. */
  loadIfPossible<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallAnswer<Name> | null>
  /** For loaders: as `load`, but null when the API answers 404 with this code. */
  loadUnless<Name extends EndpointName>(
    code: ProblemCode,
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallAnswer<Name> | null>
  /** For loaders whose address holds a form: the answer, or what is wrong with the form; throws as `load` does. */
  loadUnlessInvalid<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<{ ok: true; answer: CallAnswer<Name> } | { ok: false; failure: InvalidInput }>
  /** For loaders of mailed links: the answer, or why the link does not work; throws as `load` does. */
  loadMailed<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<{ ok: true; answer: CallAnswer<Name> } | { ok: false; failure: UselessLink }>
  /** For downloads: the document as it comes; throws as `load` does. */
  stream(name: StreamedEndpoint): Promise<AsyncIterable<Uint8Array>>
  /** For actions: the answer or the failure; throws the redirect to the login when the session is lost. */
  submit<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
    limit?: CallLimit,
  ): Promise<CallResult<CallAnswer<Name>>>
}

export type InvalidInput = Extract<Failure, { kind: 'invalid' }>
export type UselessLink = Extract<Failure, { kind: 'invalid' | 'gone' }>

/** Guard of pages for everybody. */
export const anyone = async (request: Request, context: AppLoadContext): Promise<{ api: Api }> => {
  throwIfRefused(context)
  return { api: apiOf(request, context) }
}

/**
 * Guard of pages for guests; redirects a signed-in visitor to the personal pages, with `whyNot` as a message. After
 * a lost session the login leads to the page's own target, `redirectTo`, not back to the page.
 */
export const requireGuest = async (
  request: Request,
  context: AppLoadContext,
  { whyNot }: { whyNot?: string } = {},
): Promise<{ api: Api }> => {
  throwIfRefused(context)
  if (await context.visitor.currentUser()) {
    if (whyNot && !context.prefetch) context.flash.next = newFlash('info', whyNot, { stays: true })
    throw redirect(paths.accounts, redirectStatus(request, context))
  }
  const returnTo = new URL(request.url).searchParams.get('redirectTo') ?? paths.accounts
  return { api: apiOf(request, context, { sessionEndedMessage: LOGIN_AGAIN, returnTo }) }
}

/**
 * Guard of pages for signed-in customers; redirects a guest to the login, which leads back. When a form is posted while
 * the API cannot say who the visitor is, the form comes back as typed with the failure's status: `user` is null, and
 * `api` answers every call with that failure. `sessionEndedMessage` is the message after a form whose session has ended.
 */
export const requireUser = async (
  request: Request,
  context: AppLoadContext,
  { sessionEndedMessage }: { sessionEndedMessage?: string } = {},
): Promise<{ user: User | null; defaultAccount: AccountNumber | null; api: Api }> => {
  throwIfRefused(context)
  const { visitor } = context
  if (context.form.state === 'rejected' && visitor.userFailure)
    return withoutUser(visitor.userFailure, request, context)
  const isForm = request.method === 'POST'
  const [user, accountResult] = await Promise.all([
    visitor.currentUser(),
    isForm ? { ok: true as const, answer: null } : visitor.defaultAccount(),
  ])
  if (!user) {
    if (isForm && visitor.userFailure) return withoutUser(visitor.userFailure, request, context)
    const isUnauthorized = !accountResult.ok && accountResult.failure.kind === 'unauthorized'
    // A guest goes to the login without a message. Only a customer can have opened the page of a form.
    throw isForm || isUnauthorized
      ? sessionLost(request, context, { sessionEndedMessage })
      : toLogin(request, context)
  }
  if (accountResult.ok)
    return {
      user,
      defaultAccount: accountResult.answer,
      api: apiOf(request, context, { sessionEndedMessage }),
    }
  const screen = screenFor(accountResult.failure, request, context)
  if (context.form.state !== 'rejected' || !isTemporary(screen)) throw screen
  return { user, defaultAccount: null, api: apiOf(request, context) }
}

const withoutUser = (failure: Failure, request: Request, context: AppLoadContext) => ({
  user: null,
  defaultAccount: null,
  api: apiOf(request, context, { blockedBy: asUnavailable(failure) }),
})

/** The current user's failure as one that says nothing about the form's data. */
const asUnavailable = (failure: Failure): Failure =>
  failure.kind === 'unavailable' || failure.kind === 'throttled'
    ? failure
    : { kind: 'unavailable', status: 502, reason: 'the current user is unknown', retryAfter: null }

const throwIfRefused = ({ refusal }: AppLoadContext) => {
  if (refusal) throw new Response(refusal.message, { status: refusal.status })
}

/** The message after a lost session, and where the login leads: without `returnTo`, back to the page. */
interface SessionLoss {
  sessionEndedMessage?: string | undefined
  returnTo?: string
}

/** @param blockedBy the answer to every call, instead of the product API's */
const apiOf = (
  request: Request,
  context: AppLoadContext,
  { blockedBy = null, ...sessionLoss }: SessionLoss & { blockedBy?: Failure | null } = {},
): Api => ({
  async load(name, input) {
    if (blockedBy) throw screenFor(blockedBy, request, context, sessionLoss)
    const result = await context.visitor.call(name, input)
    if (!result.ok) throw screenFor(result.failure, request, context, sessionLoss)
    return result.answer
  },
  async loadIfPossible(name, input) {
    if (blockedBy) return null
    const result = await context.visitor.call(name, input)
    if (result.ok) return result.answer
    if (result.failure.kind === 'unauthorized') throw sessionLost(request, context, sessionLoss)
    return null
  },
  async loadUnless(code, name, input) {
    if (blockedBy) throw screenFor(blockedBy, request, context, sessionLoss)
    const result = await context.visitor.call(name, input)
    if (result.ok) return result.answer
    if (result.failure.kind === 'missing' && result.failure.code === code) return null
    throw screenFor(result.failure, request, context, sessionLoss)
  },
  async loadUnlessInvalid(name, input) {
    if (blockedBy) throw screenFor(blockedBy, request, context, sessionLoss)
    const result = await context.visitor.call(name, input)
    if (result.ok) return result
    if (result.failure.kind === 'invalid') return { ok: false, failure: result.failure }
    throw screenFor(result.failure, request, context, sessionLoss)
  },
  async loadMailed(name, input) {
    if (blockedBy) throw screenFor(blockedBy, request, context, sessionLoss)
    const result = await context.visitor.call(name, input)
    if (result.ok) return result
    const { failure } = result
    if (failure.kind === 'invalid' || failure.kind === 'gone') return { ok: false, failure }
    throw screenFor(failure, request, context, sessionLoss)
  },
  async stream(name) {
    if (blockedBy) throw screenFor(blockedBy, request, context, sessionLoss)
    const result = await context.visitor.stream(name)
    if (!result.ok) throw screenFor(result.failure, request, context, sessionLoss)
    return result.answer
  },
  async submit(name, input, limit) {
    if (context.throttledForS !== null) return { ok: false, failure: tooManyPosts(context.throttledForS) }
    if (blockedBy) return { ok: false, failure: blockedBy }
    const result = await context.visitor.call(name, input, limit)
    if (!result.ok && result.failure.kind === 'unauthorized' && name !== 'login') {
      throw sessionLost(request, context, sessionLoss)
    }
    return result
  },
})

const toLogin = (request: Request, context: AppLoadContext, returnTo = pageAddress(request, context)) => {
  const target = (path: string) => sitePath(path, context.config.publicUrl) ?? paths.accounts
  const whole = target(returnTo)
  const redirectTo = isTooLong(whole) ? target(returnTo.replace(/[?#].*/s, '')) : whole
  return redirect(paths.loginTo(redirectTo), redirectStatus(request, context))
}

/** The login passes its target to the page of the code, and scripts fetch that page's data at a longer address. */
const isTooLong = (redirectTo: string) =>
  paths.loginCode(redirectTo).length + '.data'.length > LONGEST_ADDRESS

/** 303 after a POST, also for the page below its rejected form: Remix loads that page by a GET. */
const redirectStatus = ({ method }: Request, { form }: AppLoadContext) =>
  method === 'POST' || form.state === 'rejected' ? 303 : 302

const SESSION_ENDED = 'Сеанс закончился. Войдите ещё раз, и мы вернём вас на эту страницу.'
const LOGIN_AGAIN = 'Сеанс закончился. Войдите ещё раз.'

const sessionLost = (
  request: Request,
  context: AppLoadContext,
  { sessionEndedMessage = SESSION_ENDED, returnTo }: SessionLoss = {},
) => {
  // A prefetched page changes nothing: the message belongs to the page that is opened.
  if (!context.prefetch) {
    context.visitor.endSession()
    context.flash.next = newFlash('warning', sessionEndedMessage, { stays: true })
  }
  return toLogin(request, context, returnTo)
}

/** The 404 screen. */
export const pageNotFound = ({ url }: Request) =>
  new Response(`Page Not Found: ${new URL(url).pathname}`, { status: 404 })

/** The response to a page whose data could not be loaded. */
const screenFor = (
  failure: Failure,
  request: Request,
  context: AppLoadContext,
  sessionLoss: SessionLoss = {},
): Response => {
  switch (failure.kind) {
    case 'unauthorized':
      return sessionLost(request, context, sessionLoss)
    case 'forbidden':
      return new Response(null, { status: 403 })
    case 'invalid':
    case 'missing':
    case 'gone':
      return pageNotFound(request)
    case 'conflict':
      return new Response(null, { status: 502 })
    case 'throttled':
      return retryLater(429, failure.retryAfter, context)
    case 'unavailable':
      return retryLater(failure.status, failure.retryAfter, context)
  }
}

const retryLater = (status: number, retryAfter: string | null, { replyHeaders }: AppLoadContext) => {
  passRetryAfterOn(replyHeaders, retryAfter)
  return new Response(null, { status })
}
