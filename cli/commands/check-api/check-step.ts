import { randomUUID } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { currentUserAnswer } from 'contract/users'
import { type CheckContext, placeholderContext } from './check-context'
import type { CookieJar } from './cookie-jar'
import {
  answerDeviations,
  type Deviation,
  inCase,
  jsonOf,
  mergeAlike,
  refusalDeviations,
  statusDeviations,
} from './deviation'
import type { Step } from './steps'
import { type Answer, ask, type NoAnswer, type Question, type Upstream } from './upstream'

/** The result for one call of the contract. `without`: what customers miss in a portal whose API lacks it. */
export type Result = { name: EndpointName } & (
  | { verdict: 'holds' }
  | { verdict: 'deviates'; deviations: readonly Deviation[]; without: string }
  | { verdict: 'missing'; status: number; without: string }
  | { verdict: 'not checked'; reason: string }
)

export const notChecked = (name: EndpointName, reason: string): Result => ({
  name,
  verdict: 'not checked',
  reason,
})

/** Statuses with which an API answers a call that it lacks. */
const absentStatuses: readonly number[] = [404, 405, 501]

/** The result for a call that the API lacks, judged by the status; null: the call exists. */
export const missing = (name: EndpointName, status: number, without: string): Result | null =>
  absentStatuses.includes(status) ? { name, verdict: 'missing', status, without } : null

/** The result for a call that exists. */
export const resultOf = (name: EndpointName, deviations: readonly Deviation[], without: string): Result =>
  deviations.length === 0
    ? { name, verdict: 'holds' }
    : { name, verdict: 'deviates', deviations: mergeAlike(deviations), without }

const tooManyRequests = 429

interface StepResult {
  result: Result
  /** The JSON of the answer, if there was any. */
  json?: unknown
}

/** Checks the answer of one call, and its refusals. `jar`: null if nobody is signed in. */
export const checkStep = async (
  upstream: Upstream,
  name: EndpointName,
  step: Step,
  { context, jar }: { context: CheckContext; jar: CookieJar | null },
): Promise<StepResult> => {
  const endpoint: Endpoint = endpoints[name]
  const needsSession = endpoint.problems.includes(401)
  const question = needsSession && !jar ? 'nobody is signed in' : step.question(context)
  const cookie = () => (endpoint.cookies ? (jar?.header() ?? null) : null)
  const call = (parameters: Question, as: string | null = cookie()) => ask(upstream, endpoint, parameters, as)
  const refusals = () => deviationsOfRefusals(name, step, { call, question, isSignedIn: jar !== null })

  if (typeof question === 'string') {
    const deviations = await refusals()
    return {
      result: deviations.length > 0 ? resultOf(name, deviations, step.without) : notChecked(name, question),
    }
  }
  const answer = await call(question)
  const deviations = answerDeviations(endpoint, answer)
  // A hanging API would take three more timeouts.
  if ('failure' in answer) return { result: resultOf(name, deviations, step.without) }
  const absence = missing(name, answer.status, step.without)
  if (absence) return { result: absence }
  if (answer.status === tooManyRequests)
    return { result: notChecked(name, 'answers 429: asked too often, check again later') }
  // An upstream may renew the cookie of a session with any answer.
  if (endpoint.cookies) jar?.keep(answer)
  const json = jsonOf(answer.body)
  const all = [
    ...deviations,
    ...(step.rule?.(json) ?? []),
    ...(await unknownParameterDeviations(endpoint, step, question, call)),
    ...(await refusals()),
  ]
  return { result: resultOf(name, all, step.without), json }
}

type Call = (question: Question, cookie?: string | null) => Promise<Answer | NoAnswer>

/** An API has to ignore unknown parameters: a later version of the portal may send one. */
const unknownParameterDeviations = async (
  endpoint: Endpoint,
  { isLimited }: Step,
  question: Question,
  call: Call,
): Promise<Deviation[]> => {
  if (endpoint.method !== 'GET' || isLimited) return []
  const answer = await call({ ...question, query: { ...question.query, 'unknown-parameter': '1' } })
  const statuses = endpoint.maybeEmpty ? [endpoint.success, 204] : [endpoint.success]
  return inCase('an unknown parameter', statusDeviations(statuses, answer))
}

const deviationsOfRefusals = async (
  name: EndpointName,
  step: Step,
  { call, question, isSignedIn }: { call: Call; question: Question | string; isSignedIn: boolean },
): Promise<Deviation[]> => {
  const { problems, path }: Endpoint = endpoints[name]
  const needsSession = problems.includes(401)
  const deviations: Deviation[] = []
  const value = randomUUID()
  const substitute = typeof question === 'string' ? questionWithout(step, value) : question
  const unknown = path.includes('{id}') ? { ...substitute, id: value } : step.unknown?.(value)
  if (needsSession) {
    const answer = await call(substitute, null)
    deviations.push(
      ...inCase(
        'without a session',
        name === 'currentUser' && isGuest(answer) ? [] : refusalDeviations([401], answer),
      ),
    )
  }
  if (unknown && (isSignedIn || !needsSession)) {
    // An API may also refuse it as invalid: the portal shows the same page.
    const statuses = problems.includes(422) ? [404, 422] : [404]
    deviations.push(...inCase('an unknown id', refusalDeviations(statuses, await call(unknown))))
  }
  return deviations
}

/** Invented values are enough for a call that is refused. */
const questionWithout = (step: Step, value: string): Question => {
  const question = step.question(placeholderContext(value))
  return typeof question === 'string' ? { id: value } : question
}

const isGuest = (answer: Answer | NoAnswer) => {
  if ('failure' in answer || answer.status !== 200) return false
  const { data } = currentUserAnswer.safeParse(jsonOf(answer.body))
  return data !== undefined && !data.data?.id
}
