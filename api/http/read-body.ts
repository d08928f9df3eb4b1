import { Refusal } from 'api/refusal'
import type { ApiRequest } from './exchange'

/** Reads the bytes of a stream. Stops and returns null if they are more than `maxBytes`. */
export const readAtMost = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
}

const maxBytes = 64 * 1024

/** Reads the body of a request. Throws a 413 refusal above 64 KiB, whatever Content-Length says. */
export const readBytes = async (request: ApiRequest): Promise<Uint8Array> => {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  if (typeof request.body === 'string') {
    const bytes = Buffer.from(request.body)
    if (bytes.byteLength > maxBytes) throw tooLarge()
    return bytes
  }
  const bytes = await readAtMost(request.body, maxBytes)
  if (!bytes) throw tooLarge()
  return bytes
}

const tooLarge = () => new Refusal(413, { message: 'Запрос слишком большой.' })

const unreadable = () => new Refusal(400, { message: 'Запрос не удалось разобрать.' })

/**
 * The JSON body of a request; `{}` without a body, whatever its headers say. Throws a refusal: 413 above 64 KiB, 415 for
 * another content type, 400 for invalid JSON.
 */
export const readJson = async (request: ApiRequest): Promise<unknown> => {
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal(415, { message: 'Запрос должен быть в формате JSON.' })
  }
  const text = decode(bytes)
  try {
    return JSON.parse(text, withoutNul)
  } catch {
    throw unreadable()
  }
}

/** PostgreSQL can't store NUL in a text. */
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
