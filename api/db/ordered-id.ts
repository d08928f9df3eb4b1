import { randomUUID } from 'node:crypto'

/**
 * A UUID of version 7 (RFC 9562): those of one moment stand side by side in an index. Rows by the hundred thousand with
 * random ids would touch a page of it each.
 */
export const orderedId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
