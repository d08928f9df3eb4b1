import { isIP } from 'node:net'
import type { Request } from 'express'
import { withoutPort } from 'format/without-port'

/** The visitor's address as the proxies that TRUST_PROXY counts report it, without the port that some of them add. */
export const visitorAddress = ({ ip = '', socket }: Request): string => {
  const reported = withoutPort(ip)
  return isIP(reported) ? reported : withoutPort(socket.remoteAddress ?? '')
}
