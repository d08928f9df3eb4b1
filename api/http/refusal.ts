import type { Problem } from 'contract/problem'

/** An answer that is not a success, thrown from wherever it becomes clear. Its words are for the customer. */
export class Refusal extends Error {
  readonly status: number
  readonly problem: Problem
  /** For `Retry-After`. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, problem: Problem, retryAfterSeconds?: number) {
    super(`Refused with ${status}`)
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 422 with words at the fields. */
export const fieldsRefused = (
  errors: Record<string, string[]>,
  message = 'Проверьте, что введено в форме.',
): Refusal => new Refusal(422, { message, errors })

export const signedOut = () => new Refusal(401, { message: 'Войдите в личный кабинет, чтобы продолжить.' })

export const notFound = () => new Refusal(404, { message: 'Ничего не найдено.' })

export const overloaded = (retryAfterSeconds: number) =>
  new Refusal(503, { message: 'Сервис сейчас перегружен. Попробуйте ещё раз чуть позже.' }, retryAfterSeconds)
