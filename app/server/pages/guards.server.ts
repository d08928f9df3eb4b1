import type { AppLoadContext } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import type { CallAnswer, CallInput, EndpointName } from 'contract/endpoints'
import type { AccountNumber } from 'contract/identifiers'
import type { User } from 'contract/users'
import type { CallResult, Failure } from '../../api-client/failure'
import { tooManyPosts } from '../forms/read-form.server'
import { sitePath } from '../http/redirects.server'
import { newFlash } from '../session/flash.server'
import type { Visitor } from '../upstream/visitor.server'
import { isKeptForm } from './beside-rejected-form.server'

/** The way to the product API, which only a guard hands out. */
export interface Api {
  /** For loaders: the answer, or the screen that the failure deserves (thrown). */
  load<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>>
  /** For loaders, what a page does without: null where it can't be had just now; a lost session leads to the login (thrown). */
  loadIfPossible<Name extends EndpointName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallAnswer<Name> | null>
  /** For actions: every outcome but a lost session, which leads to the login (thrown). */
  submit<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<CallResult<CallAnswer<Name>>>
}

/** Lets everybody in. */
export const anyone = async (request: Request, context: AppLoadContext): Promise<{ api: Api }> => {
  refuse(context)
  return { api: apiOf(request, context) }
}

/** Lets guests in; a signed-in visitor goes to the personal pages, told why where a reason is given. */
export const requireGuest = async (
  request: Request,
  context: AppLoadContext,
  { whyNot }: { whyNot?: string } = {},
): Promise<{ api: Api }> => {
  refuse(context)
  if (await context.visitor.currentUser()) {
    if (whyNot && !context.prefetch) context.flash.next = newFlash('info', whyNot)
    throw redirect('/personal', request.method === 'POST' ? 303 : 302)
  }
  return { api: apiOf(request, context) }
}

/**
 * Lets signed-in customers in; a guest goes to the login and comes back to this page. A form that is posted while nobody
 * can tell who the visitor is comes back as it was typed, with the failure's status: `api` then makes no call, and `user`
 * is null for the action and for the page beside it.
 */
export const requireUser = async (
  request: Request,
  context: AppLoadContext,
): Promise<{ user: User | null; defaultAccount: AccountNumber | null; api: Api }> => {
  refuse(context)
  const { visitor } = context
  if (context.formFailed && visitor.userFailure) return ofUnknownUser(visitor.userFailure, request, context)
  const asksDefault = request.method !== 'POST'
  const [user, found] = await Promise.all([
    visitor.currentUser(),
    asksDefault ? visitor.defaultAccount() : { ok: true as const, answer: null },
  ])
  if (!user) {
    if (request.method === 'POST' && visitor.userFailure)
      return ofUnknownUser(visitor.userFailure, request, context)
    const isRefused = !found.ok && found.failure.kind === 'unauthorized'
    // The check of the current user ends a session without a word; a call beside it, or a form that was sent, says why.
    const isTold = isRefused || (!asksDefault && hasLostSession(visitor))
    throw isTold ? sessionLost(request, context) : toLogin(request, context)
  }
  if (found.ok) return { user, defaultAccount: found.answer, api: apiOf(request, context) }
  const screen = screenFor(found.failure, request, context)
  if (!isKeptForm(context, screen)) throw screen
  return { user, defaultAccount: null, api: apiOf(request, context) }
}

const ofUnknownUser = (failure: Failure, request: Request, context: AppLoadContext) => ({
  user: null,
  defaultAccount: null,
  api: apiOf(request, context, asUnavailable(failure)),
})

/** What the check of the current user refuses has nothing to do with the form. */
const asUnavailable = (failure: Failure): Failure =>
  failure.kind === 'unavailable' || failure.kind === 'throttled'
    ? failure
    : { kind: 'unavailable', status: 502, reason: 'the current user is not told', retryAfter: null }

const refuse = ({ refusal }: AppLoadContext) => {
  if (refusal) throw new Response(refusal.message, { status: refusal.status })
}

/** @param blockedBy answers every call in place of the product API */
const apiOf = (request: Request, context: AppLoadContext, blockedBy: Failure | null = null): Api => ({
  async load(name, input) {
    if (blockedBy) throw screenFor(blockedBy, request, context)
    const result = await context.visitor.call(name, input)
    if (!result.ok) throw screenFor(result.failure, request, context)
    return result.answer
  },
  async loadIfPossible(name, input) {
    if (blockedBy) return null
    const result = await context.visitor.call(name, input)
    if (result.ok) return result.answer
    if (result.failure.kind === 'unauthorized') throw sessionLost(request, context)
    return null
  },
  async submit(name, input) {
    if (context.throttledForS !== null) return { ok: false, failure: tooManyPosts(context.throttledForS) }
    if (blockedBy) return { ok: false, failure: blockedBy }
    const result = await context.visitor.call(name, input)
    if (!result.ok && result.failure.kind === 'unauthorized' && name !== 'login') {
      throw sessionLost(request, context)
    }
    return result
  },
})

const toLogin = (request: Request, context: AppLoadContext) => {
  const { pathname } = new URL(request.url)
  const page = context.query ? `${pathname}?${context.query}` : pathname
  const back = sitePath(page, context.config.publicUrl) ?? '/personal'
  return redirect(
    `/login?${new URLSearchParams({ redirectTo: back })}`,
    request.method === 'POST' ? 303 : 302,
  )
}

/** Whether the visitor came with a session that is no more: the API dropped it when it was asked whose it is. */
const hasLostSession = ({ cookies }: Visitor) => cookies.isEmpty && cookies.changed

const sessionLost = (request: Request, context: AppLoadContext) => {
  // A page that is only fetched ahead leaves both to the one that is opened, where the words are read.
  if (!context.prefetch) {
    context.visitor.endSession()
    context.flash.next = newFlash(
      'warning',
      'Сеанс закончился. Войдите ещё раз, и мы вернём вас на эту страницу.',
    )
  }
  return toLogin(request, context)
}

/** The answer to a page whose data could not be had. */
const screenFor = (failure: Failure, request: Request, context: AppLoadContext): Response => {
  switch (failure.kind) {
    case 'unauthorized':
      return sessionLost(request, context)
    case 'forbidden':
      return new Response(null, { status: 403 })
    case 'invalid':
    case 'missing':
    case 'gone':
      return new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
    case 'conflict':
      return new Response(null, { status: 502 })
    case 'throttled':
      return delayed(429, failure.retryAfter, context)
    case 'unavailable':
      return delayed(failure.status, failure.retryAfter, context)
  }
}

const delayed = (status: number, retryAfter: string | null, { replyHeaders }: AppLoadContext) => {
  if (retryAfter) replyHeaders.set('Retry-After', retryAfter)
  return new Response(null, { status })
}
