import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, type Options, type RateLimitInfo, rateLimit } from 'express-rate-limit'
import { MINUTE } from 'format/durations'
import { paths } from '~/paths'
import { visitorAddress } from '../http/visitor-address.server'
import type { DeviceIds } from '../session/device.server'

declare global {
  namespace Express {
    interface Locals {
      /** The id in the browser's device cookie. */
      device: string | null
      /** The new id for a form, or for the page of the login, without a device cookie. */
      newDevice: string | null
      /** Seconds until this visitor may post again; null while they may. */
      throttledForS: number | null
    }
    interface Request {
      /** Of the last limit that counted the request. */
      rateLimit?: RateLimitInfo
    }
  }
}

/** Thousands of subscribers of a mobile operator can share one address: together they get the limit of this many devices. */
const DEVICES_PER_ADDRESS = 20

/**
 * Limits POSTs per minute: `limit` per device, `limit` per address for all requests without a device cookie together, and
 * 20 × `limit` per address in all. A POST without a device cookie is given a device id in `res.locals.newDevice` and
 * counts for it. The page of the login is given one, too: two presses of its form are then of one device.
 */
export const postLimits = (limit: number, devices: DeviceIds): RequestHandler[] => [
  (req, res, next) => {
    const device = devices.read(req.headers.cookie)
    res.locals.device = device
    const opensLogin = req.method === 'GET' && req.path === paths.login
    res.locals.newDevice = device === null && (req.method === 'POST' || opensLogin) ? devices.create() : null
    res.locals.throttledForS = null
    next()
  },
  limited({ limit, keyGenerator: addressOf, skip: (_, res) => res.locals.device !== null }),
  limited({ limit, keyGenerator: (_, res) => deviceOf(res) }),
  // Last: a POST that is throttled already does not count for the shared address.
  limited({ limit: limit * DEVICES_PER_ADDRESS, keyGenerator: addressOf }),
]

const addressOf = (req: Request) => ipKeyGenerator(visitorAddress(req))

const deviceOf = ({ locals }: Response) => locals.device ?? locals.newDevice ?? ''

interface Limited {
  limit: number
  keyGenerator: (req: Request, res: Response) => string
  skip?: (req: Request, res: Response) => boolean
}

const limited = ({ limit, keyGenerator, skip = () => false }: Limited): RequestHandler =>
  rateLimit({
    windowMs: MINUTE,
    limit,
    keyGenerator,
    skip: (req, res) => req.method !== 'POST' || res.locals.throttledForS !== null || skip(req, res),
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    handler: throttle,
  })

/** Lets the request go on: the form comes back with what was typed, and says when to try again. */
const throttle: Options['handler'] = (req, res, next, { windowMs }) => {
  const resetTime = req.rateLimit?.resetTime
  const leftMs = resetTime ? resetTime.getTime() - Date.now() : windowMs
  res.locals.throttledForS = Math.max(1, Math.ceil(leftMs / 1000))
  next()
}
