import type { Request, RequestHandler, Response } from 'express'
import { type Options, type RateLimitInfo, rateLimit } from 'express-rate-limit'
import { MINUTE } from 'format/durations'
import { paths } from '~/paths'
import { countedAddress } from '../http/visitor-address.server'
import type { DeviceIds } from '../session/device.server'

declare global {
  namespace Express {
    interface Locals {
      /** The id in the browser's device cookie; read for forms and the page of the login alone. */
      device?: string | null
      /** The new id for a form, or for the page of the login, without a device cookie. */
      newDevice?: string | null
      /** Seconds until this visitor may post again; absent while they may. */
      throttledForS?: number
    }
    interface Request {
      /** Of the last limit that counted the request. */
      rateLimit?: RateLimitInfo
    }
  }
}

/**
 * Reads the browser's device id for a form, and creates one for a browser without a device cookie. The page of the login
 * creates one, too, so that two submits of its form come from one device.
 */
export const device =
  (ids: DeviceIds): RequestHandler =>
  (req, res, next) => {
    const opensLogin = req.method === 'GET' && req.path === paths.login
    if (req.method === 'POST' || opensLogin) {
      const deviceId = ids.read(req.headers.cookie)
      res.locals.device = deviceId
      res.locals.newDevice = deviceId === null ? ids.create() : null
    }
    next()
  }

/** Thousands of subscribers of a mobile operator can share one address: together they get the limit of this many devices. */
const DEVICES_PER_ADDRESS = 20

/**
 * Limits POSTs per minute: `limit` per device, `limit` per address for all requests without a device cookie together, and
 * 20 × `limit` per address in all. A POST without a device cookie counts for its new device id.
 */
export const postLimits = (limit: number): RequestHandler[] => [
  limitPosts({ limit, keyGenerator: countedAddress, skip: (_, res) => res.locals.device !== null }),
  limitPosts({ limit, keyGenerator: (_, res) => deviceOf(res) }),
  // Last: a POST that is throttled already does not count for the shared address.
  limitPosts({ limit: limit * DEVICES_PER_ADDRESS, keyGenerator: countedAddress }),
]

const deviceOf = ({ locals }: Response) => locals.device ?? locals.newDevice ?? ''

interface PostLimit {
  limit: number
  keyGenerator: (req: Request, res: Response) => string
  skip?: (req: Request, res: Response) => boolean
}

const limitPosts = ({ limit, keyGenerator, skip = () => false }: PostLimit): RequestHandler => {
  const limiter = rateLimit({
    windowMs: MINUTE,
    limit,
    keyGenerator,
    skip: (req, res) => res.locals.throttledForS !== undefined || skip(req, res),
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    handler: throttle,
  })
  return (req, res, next) => (req.method === 'POST' ? void limiter(req, res, next) : next())
}

/** Lets the request go on: the form comes back with what was typed, and says when to try again. */
const throttle: Options['handler'] = (req, res, next, { windowMs }) => {
  const resetTime = req.rateLimit?.resetTime
  const leftMs = resetTime ? resetTime.getTime() - Date.now() : windowMs
  res.locals.throttledForS = Math.max(1, Math.ceil(leftMs / 1000))
  next()
}
