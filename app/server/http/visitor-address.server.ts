import { isIP } from 'node:net'
import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { withoutPort } from 'process/without-port'

/** The visitor's address as the proxies that TRUST_PROXY counts report it, without the port that some of them add. */
export const visitorAddress = ({ ip = '', socket }: Request): string => {
  const reported = withoutPort(ip)
  return isIP(reported) ? reported : withoutPort(socket.remoteAddress ?? '')
}

/** The address that limits count: for IPv6 the /56 network, which one subscriber has. */
export const countedAddress = (req: Request): string => ipKeyGenerator(visitorAddress(req))
