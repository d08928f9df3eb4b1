import type { Refusal } from 'api/refusal'
import type { ApiAnswer } from './exchange'

export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json; charset=utf-8',
}

export const jsonAnswer = (status: number, body: unknown): ApiAnswer => ({
  status,
  headers: { ...jsonHeaders },
  body: JSON.stringify(body),
})

export const refusalAnswer = ({ status, problem, retryAfterSeconds }: Refusal): ApiAnswer => {
  const answer = jsonAnswer(status, problem)
  if (retryAfterSeconds !== undefined) answer.headers['retry-after'] = String(retryAfterSeconds)
  return answer
}
