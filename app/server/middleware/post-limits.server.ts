import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, type Options, rateLimit } from 'express-rate-limit'
import type { DeviceIds } from '../session/device.server'

const MINUTE_MS = 60_000

/** A mobile operator has thousands of subscribers behind one address: together they may post as often as so many devices. */
const DEVICES_PER_ADDRESS = 20

/**
 * Limits POSTs, a minute: `limit` from each device, `limit` from all together that come from one address without a device of
 * ours, and twenty times `limit` from one address in all. Gives a device to whoever has none, in `res.locals.newDevice`, and
 * counts this first POST as one of its own.
 */
export const postLimits = (limit: number, devices: DeviceIds): RequestHandler[] => [
  (req, res, next) => {
    res.locals.device = devices.read(req.headers.cookie)
    if (req.method === 'POST' && res.locals.device === null) res.locals.newDevice = devices.mint()
    next()
  },
  limited({ limit, keyGenerator: addressOf, skip: (_, res) => res.locals.device !== null }),
  limited({ limit, keyGenerator: (_, res) => deviceOf(res) }),
  // The last: what is refused already must not use up what the address shares.
  limited({ limit: limit * DEVICES_PER_ADDRESS, keyGenerator: addressOf }),
]

const addressOf = (req: Request) => ipKeyGenerator(req.ip ?? '')

const deviceOf = ({ locals }: Response) => locals.device ?? locals.newDevice ?? ''

interface Limited {
  limit: number
  keyGenerator: (req: Request, res: Response) => string
  skip?: (req: Request, res: Response) => boolean
}

const limited = ({ limit, keyGenerator, skip = () => false }: Limited): RequestHandler =>
  rateLimit({
    windowMs: MINUTE_MS,
    limit,
    keyGenerator,
    skip: (req, res) => req.method !== 'POST' || res.locals.throttledForS !== null || skip(req, res),
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    handler: throttle,
  })

/** Lets the request go on: the form's own page says so, with what was typed. */
const throttle: Options['handler'] = (_, res, next, { windowMs }) => {
  res.locals.throttledForS = Math.ceil(windowMs / 1000)
  next()
}
