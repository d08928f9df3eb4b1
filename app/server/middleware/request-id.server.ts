import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

declare global {
  namespace Express {
    interface Locals {
      requestId: string
    }
  }
}

/** Gives the request an id, which its response names too. */
export const requestId: RequestHandler = (_, res, next) => {
  const id = randomUUID()
  res.locals.requestId = id
  res.set('X-Request-Id', id)
  next()
}
