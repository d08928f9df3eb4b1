import type { RequestHandler } from 'express'
import type { Log } from 'monitoring/log'

/** Warns once when requests come through a proxy that TRUST_PROXY does not count: all visitors would share its address. */
export const unexpectedProxy = (log: Log): RequestHandler => {
  let hasWarned = false
  return (req, _res, next) => {
    if (!hasWarned && req.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      log.warn(
        {},
        'a request has X-Forwarded-For, but TRUST_PROXY is 0: if there is a proxy in front, all visitors share its address and its limits',
      )
    }
    next()
  }
}
