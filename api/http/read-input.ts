import { fieldsRefused, Refusal } from 'api/refusal'
import type { Endpoint } from 'contract/endpoint'
import { idempotencyKey } from 'contract/identifiers'
import { longestIdempotencyKey } from 'contract/limits'
import { type Kopecks, toKopecks } from 'contract/money'
import { z } from 'zod'
import type { ApiRequest } from './exchange'
import { readJson, refuseNul } from './read-body'

/** The input of a call to any endpoint, before the types of its endpoint apply. */
export interface Input {
  query: unknown
  /** Empty if the endpoint takes no key, or an optional key is missing. */
  idempotencyKey: string
  /** False if the endpoint takes no confirmation. */
  confirmed: boolean
  /** Null for a missing or invalid number. */
  displayedBalances: readonly (Kopecks | null)[]
  body: unknown
}

/** Parses the input of a call. Throws a Refusal if the contract does not allow it. */
export const readInput = async (request: ApiRequest, endpoint: Endpoint): Promise<Input> => ({
  query: readQuery(endpoint, queryOf(request)),
  idempotencyKey: keyOf(endpoint, request),
  confirmed: endpoint.confirmable === true && request.headers.get('x-pay-anew') === 'true',
  displayedBalances: displayedBalancesOf(request),
  body: endpoint.body && parseInput(endpoint.body, await readJson(request)),
})

const queryOf = ({ url }: ApiRequest) => {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at))
}

const readQuery = (endpoint: Endpoint, parameters: URLSearchParams): unknown => {
  for (const value of parameters.values()) refuseNul(value)
  if (!endpoint.query || endpoint.query === 'as-it-came') return parameters
  const { shape } = endpoint.query
  // A GET form sends its empty fields, too.
  const isLeftEmpty = ([name, value]: [string, string]) =>
    value === '' && shape[name] !== undefined && z.safeParse(shape[name], undefined).success
  return parseInput(endpoint.query, Object.fromEntries([...parameters].filter((pair) => !isLeftEmpty(pair))))
}

const keyOf = ({ idempotent, mayBeKeyed }: Endpoint, request: ApiRequest) => {
  if (idempotent) return readIdempotencyKey(request)
  return mayBeKeyed ? readOptionalKey(request) : ''
}

const displayedBalancesOf = ({ headers }: ApiRequest): (Kopecks | null)[] =>
  (headers.get('x-seen-balance') ?? '')
    .split(',')
    .map((text) => (/^-?\d{1,15}$/.test(text.trim()) ? toKopecks(Number(text)) : null))

/** The required idempotency key. Throws a refusal: 400 when it is missing, 422 when it is invalid. */
export const readIdempotencyKey = (request: ApiRequest): string => {
  const header = request.headers.get('idempotency-key')
  if (header === null) throw new Refusal(400, { message: 'В запросе нет ключа повторной отправки.' })
  return checkedKey(header)
}

/** The optional idempotency key, empty when it is missing. Throws a 422 refusal when it is invalid. */
const readOptionalKey = (request: ApiRequest): string => {
  const header = request.headers.get('idempotency-key')
  return header === null ? '' : checkedKey(header)
}

const invalidKeyMessage = `Ключ повторной отправки — до ${longestIdempotencyKey} латинских букв, цифр и знаков без пробелов.`

const checkedKey = (header: string): string => {
  const key = idempotencyKey.safeParse(header)
  if (!key.success) throw new Refusal(422, { message: invalidKeyMessage })
  return key.data
}

/** Parses a value by a schema. Throws a 422 refusal with the errors by field. */
const parseInput = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const result = z.safeParse(schema, value, { error: defaultMessage })
  if (result.success) return result.data
  throw refusalOf(result.error)
}

const refusalOf = (error: z.ZodError): Refusal => {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    const messages = errors[field] ?? []
    if (field && !messages.includes(issue.message)) errors[field] = [...messages, issue.message]
  }
  return Object.keys(errors).length > 0
    ? fieldsRefused(errors)
    : new Refusal(422, { message: 'Запрос заполнен неверно.' })
}

/** The message for a schema without its own. */
const defaultMessage: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'Заполните это поле.' : 'Неверное значение.'
