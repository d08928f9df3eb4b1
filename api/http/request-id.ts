import { randomUUID } from 'node:crypto'
import type { ApiRequest } from './exchange'

/** The id of a request as the portal sends it, for the log; a new one where there is none. */
export const requestIdOf = ({ headers }: Pick<ApiRequest, 'headers'>): string => {
  const given = headers.get('x-request-id')
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
