import type { RequestHandler } from 'express'
import { paths } from '~/paths'
import { refuse } from '../http/refusal.server'

/** Every form of a page repeats the page's address. Links with tracking parameters stay well below. */
const MAX_ADDRESS_LENGTH = 4_096

/** Refuses longer addresses with 414. */
export const addressLimit: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > MAX_ADDRESS_LENGTH) {
    req.url = req.path.endsWith('.data') ? '/_root.data' : paths.home
    req.originalUrl = req.url
    refuse(req, res, { status: 414, message: 'URI Too Long' })
  }
  next()
}
