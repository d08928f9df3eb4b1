import type { Problem } from 'contract/problem'

/** An error answer with a problem. */
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

/** A request that the rules of a domain do not allow. */
export abstract class DomainError extends Error {
  /** The answer to the request. `null`: the error should not have reached the caller, and is answered with 500. */
  abstract refusal(): Refusal | null
}

/** 422 with errors by field. */
export const fieldsRefused = (
  errors: Record<string, string[]>,
  message = 'Проверьте, что введено в форме.',
): Refusal => new Refusal(422, { message, errors })

export const signedOut = () => new Refusal(401, { message: 'Войдите в личный кабинет, чтобы продолжить.' })

export const notFound = () => new Refusal(404, { message: 'Ничего не найдено.' })

export const overloaded = (retryAfterSeconds: number) =>
  new Refusal(503, { message: 'Сервис сейчас перегружен. Попробуйте ещё раз чуть позже.' }, retryAfterSeconds)
