import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import { LONGEST_ADDRESS } from '../http/longest-address.server'
import { refuse } from '../http/refusal.server'

/** Refuses longer addresses with 414, by the error screen in the home page's frame. */
export const addressLimit: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_ADDRESS) {
    const isData = req.path.endsWith('.data')
    req.url = isData ? '/_root.data' : paths.home
    req.originalUrl = req.url
    // Not the address itself, which the screen would repeat.
    if (!isData) res.locals.insteadOf = paths.home
    refuse(req, res, { status: 414, message: 'URI Too Long' })
  }
  next()
}
