import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import type { DeviceIds } from '../session/device.server'

declare global {
  namespace Express {
    interface Locals {
      /** The id in the browser's device cookie; read for forms and the page of the login alone. */
      device?: string | null
      /** The new id for a form, or for the page of the login, without a device cookie. */
      newDevice?: string | null
    }
  }
}

/**
 * Reads the browser's device id for a form, and creates one for a browser without a device cookie. The page of the login
 * creates one, too: two presses of its form are then of one device.
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
