import type { ApiRequest } from './exchange'
import { readBytes } from './read-bytes'
import { Refusal } from './refusal'

const unreadable = () => new Refusal(400, { message: 'Запрос не удалось разобрать.' })

/**
 * The JSON body of a request; one without a body says nothing, `{}`. Refuses with 413 above 64 KiB, 415 what is not JSON by
 * its type, 400 what is not by its text.
 */
export const readJson = async (request: ApiRequest): Promise<unknown> => {
  const bytes = await readBytes(request)
  const type = request.headers.get('content-type')
  if (type === null && bytes.length === 0) return {}
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new Refusal(415, { message: 'Запрос должен быть в формате JSON.' })
  }
  const text = decode(bytes)
  try {
    return JSON.parse(text, withoutNul)
  } catch {
    throw unreadable()
  }
}

/** PostgreSQL can't keep a NUL in a text, and no customer means one. */
const withoutNul = (_key: string, value: unknown) => {
  if (typeof value === 'string') refuseNul(value)
  return value
}

export const refuseNul = (text: string) => {
  if (text.includes('\0')) throw unreadable()
}

const decode = (bytes: Uint8Array) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable()
  }
}
