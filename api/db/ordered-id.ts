import { randomUUID } from 'node:crypto'

/**
 * Returns a UUID of version 7 (RFC 9562): ids of one moment are neighbours in an index. With random ids, each of a
 * hundred thousand rows would touch another page.
 */
export const orderedId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
