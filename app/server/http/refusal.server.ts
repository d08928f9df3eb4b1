import type { Request, Response } from 'express'

/**
 * The portal's own HTTP error, decided before routing: the request is answered by an error screen, whatever its route
 * would draw.
 */
export interface Refusal {
  status: number
  message: string
}

declare global {
  namespace Express {
    interface Locals {
      refusal?: Refusal
    }
  }
}

/**
 * Marks the request as refused; the first refusal stays. The request goes on as a GET, so that no action runs and the
 * guard of the page can draw the error screen.
 */
export const refuse = (req: Request, res: Response, refusal: Refusal) => {
  req.method = 'GET'
  res.locals.refusal ??= refusal
}

/**
 * Refuses a page that does not exist: 404 for every method. No action runs, but for a form that scripts have sent: they
 * can read only an action's answer, so its guard throws the 404, before the form is read.
 */
export const refuseAsMissing = (req: Request, res: Response, pathname: string) => {
  const isOtherMethod = res.locals.refusal?.status === 405
  if (isOtherMethod) res.removeHeader('Allow')
  if (req.method === 'POST' && !req.path.endsWith('.data')) req.method = 'GET'
  if (!res.locals.refusal || isOtherMethod)
    res.locals.refusal = { status: 404, message: `Page Not Found: ${pathname}` }
}
