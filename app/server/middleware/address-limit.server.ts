import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import { LONGEST_ADDRESS } from '../http/longest-address.server'
import { refuse } from '../http/refusal.server'

/** Refuses longer addresses with 414. */
export const addressLimit: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_ADDRESS) {
    req.url = req.path.endsWith('.data') ? '/_root.data' : paths.home
    req.originalUrl = req.url
    refuse(req, res, { status: 414, message: 'URI Too Long' })
  }
  next()
}
