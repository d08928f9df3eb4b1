import { randomUUID } from 'node:crypto'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import { currentUserAnswer } from 'contract/users'
import { type CheckContext, standIns } from './check-context'
import type { CookieJar } from './cookie-jar'
import {
  alike,
  answerDeviations,
  type Deviation,
  during,
  jsonOf,
  refusalDeviations,
  statusDeviations,
} from './deviation'
import type { Step } from './steps'
import { type Answer, ask, type NoAnswer, type Question, type Upstream } from './upstream'

/** What came out of one call of the contract. `without`: what customers see in a portal without it. */
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

/** Statuses of an API that does not have a call. */
const absent: readonly number[] = [404, 405, 501]

/** The result for a call that the API lacks, by its answer's status; null: the call exists. */
export const missing = (name: EndpointName, status: number, without: string): Result | null =>
  absent.includes(status) ? { name, verdict: 'missing', status, without } : null

/** Of a call that exists. */
export const judged = (name: EndpointName, deviations: readonly Deviation[], without: string): Result =>
  deviations.length === 0
    ? { name, verdict: 'holds' }
    : { name, verdict: 'deviates', deviations: alike(deviations), without }

const tooOften = 429

interface Checked {
  result: Result
  /** The JSON of the answer, if there was any. */
  json?: unknown
}

/** Checks one call: its answer, and how it refuses. `jar`: null when nobody is signed in. */
export const checkStep = async (
  upstream: Upstream,
  name: EndpointName,
  step: Step,
  { context, jar }: { context: CheckContext; jar: CookieJar | null },
): Promise<Checked> => {
  const endpoint: Endpoint = endpoints[name]
  const needsSession = endpoint.problems.includes(401)
  const question = needsSession && !jar ? 'nobody is signed in' : step.question(context)
  const cookie = () => (endpoint.cookies ? (jar?.header() ?? null) : null)
  const asks = (parameters: Question, as: string | null = cookie()) => ask(upstream, endpoint, parameters, as)
  const refusals = () => refusalsOf(name, step, { asks, question, isSignedIn: jar !== null })

  if (typeof question === 'string') {
    const deviations = await refusals()
    return {
      result: deviations.length > 0 ? judged(name, deviations, step.without) : notChecked(name, question),
    }
  }
  const answer = await asks(question)
  const deviations = answerDeviations(endpoint, answer)
  // An upstream that hangs is not asked three times more.
  if ('failure' in answer) return { result: judged(name, deviations, step.without) }
  const absence = missing(name, answer.status, step.without)
  if (absence) return { result: absence }
  if (answer.status === tooOften)
    return { result: notChecked(name, 'answers 429: asked too often, check again later') }
  // An upstream may renew the cookie of a session with any answer.
  if (endpoint.cookies) jar?.keep(answer)
  const json = jsonOf(answer.body)
  const all = [
    ...deviations,
    ...(step.rule?.(json) ?? []),
    ...(await unknownParameter(endpoint, step, question, asks)),
    ...(await refusals()),
  ]
  return { result: judged(name, all, step.without), json }
}

type Asks = (question: Question, cookie?: string | null) => Promise<Answer | NoAnswer>

/** A portal of a later version may ask with a parameter that the API does not know. */
const unknownParameter = async (
  endpoint: Endpoint,
  { isLimited }: Step,
  question: Question,
  asks: Asks,
): Promise<Deviation[]> => {
  if (endpoint.method !== 'GET' || isLimited) return []
  const answer = await asks({ ...question, query: { ...question.query, 'unknown-parameter': '1' } })
  const statuses = endpoint.maybeEmpty ? [endpoint.success, 204] : [endpoint.success]
  return during('an unknown parameter', statusDeviations(statuses, answer))
}

const refusalsOf = async (
  name: EndpointName,
  step: Step,
  { asks, question, isSignedIn }: { asks: Asks; question: Question | string; isSignedIn: boolean },
): Promise<Deviation[]> => {
  const { problems, path }: Endpoint = endpoints[name]
  const needsSession = problems.includes(401)
  const deviations: Deviation[] = []
  const value = randomUUID()
  const substitute = typeof question === 'string' ? questionWithout(step, value) : question
  const unknown = path.includes('{id}') ? { ...substitute, id: value } : step.unknown?.(value)
  if (needsSession) {
    const answer = await asks(substitute, null)
    deviations.push(
      ...during(
        'without a session',
        name === 'currentUser' && isNobody(answer) ? [] : refusalDeviations([401], answer),
      ),
    )
  }
  if (unknown && (isSignedIn || !needsSession)) {
    // What can be no id at all may be refused as invalid: the portal shows the same page.
    const statuses = problems.includes(422) ? [404, 422] : [404]
    deviations.push(...during('an unknown id', refusalDeviations(statuses, await asks(unknown))))
  }
  return deviations
}

/** For a refusal it need not be about anything that exists. */
const questionWithout = (step: Step, value: string): Question => {
  const question = step.question(standIns(value))
  return typeof question === 'string' ? { id: value } : question
}

const isNobody = (answer: Answer | NoAnswer) => {
  if ('failure' in answer || answer.status !== 200) return false
  const { data } = currentUserAnswer.safeParse(jsonOf(answer.body))
  return data !== undefined && !data.data?.id
}
