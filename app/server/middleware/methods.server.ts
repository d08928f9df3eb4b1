import type { RequestHandler } from 'express'
import { refuse } from '../http/refusal.server'

/** Refuses every method but GET, HEAD and POST with 405, and a HEAD of a data request, too. */
export const methods: RequestHandler = (req, res, next) => {
  const isData = req.path.endsWith('.data')
  if (!['GET', 'HEAD', 'POST'].includes(req.method) || (req.method === 'HEAD' && isData)) {
    res.set('Allow', 'GET, HEAD, POST')
    refuse(req, res, { status: 405, message: 'Method Not Allowed' })
  }
  next()
}
