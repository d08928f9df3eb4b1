import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints } from 'contract/endpoints'
import type { Problem } from 'contract/problem'
import type { MockOptions } from './read-mock-options'
import type { AnswerScenario } from './scenarios'

/** Without these calls nobody could sign in and see the others fail. */
const neverFailing: ReadonlySet<EndpointName> = new Set([
  'baseData',
  'page',
  'currentUser',
  'login',
  'loginSecondStep',
  'logout',
  'defaultAccount',
])

const retryAfter = { 'retry-after': '5' }
const words = {
  failure: 'Сервис временно недоступен. Попробуйте ещё раз.',
  refusal: 'Так не получится: это заглушка, которой велели отказать.',
  notFound: 'Ничего не найдено.',
}

interface MockCall {
  name: EndpointName
  answers: ReadonlySet<AnswerScenario>
  /** Calls the API itself. */
  own: () => Promise<Response>
}

/** The answer to a call, changed by the scenarios. */
export const changedAnswer = async (
  { name, answers, own }: MockCall,
  { failures, delayMs }: Pick<MockOptions, 'failures' | 'delayMs'>,
): Promise<Response> => {
  const endpoint: Endpoint = endpoints[name]
  if (answers.has('slow')) await wait(delayMs)
  const everything = failures.size === 0 && !neverFailing.has(name) ? 503 : undefined
  const failure = answers.has('errors') ? (failures.get(name) ?? everything) : undefined
  if (failure !== undefined) return problemOf(failure, failure < 500 ? words.refusal : words.failure)
  if (answers.has('no-features') && endpoint.feature) return problemOf(404, words.notFound)
  const answer = await own()
  if (answers.has('no-features') && name === 'baseData') return without(answer, 'features')
  if (answers.has('wrong-shape') && endpoint.answer && !neverFailing.has(name)) return without(answer, 'data')
  return answer
}

const problemOf = (status: number, message: string) =>
  Response.json({ message } satisfies Problem, {
    status,
    headers: status === 429 || status === 503 ? retryAfter : {},
  })

/** The answer without a field; a refusal stays as it is. */
const without = async (answer: Response, field: string): Promise<Response> => {
  if (!answer.ok || answer.status === 204) return answer
  const text = await answer.text()
  const json: unknown = JSON.parse(text)
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return Response.json(Object.fromEntries(fields.filter(([name]) => name !== field)), {
    status: answer.status,
    headers: answer.headers,
  })
}
