import type { ErrorRequestHandler } from 'express'
import type { Log } from 'monitoring/log'

/** Answers an error outside of any page in plain text, with the words of the error screen. */
export const lastResort =
  (log: Log): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const { requestId, traceId } = res.locals
    log.error({ requestId, ...(traceId && { traceId }), err: error }, 'request failed')
    if (res.headersSent) return void res.destroy()
    const status =
      typeof error?.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : 500
    res.status(status).type('text/plain; charset=utf-8').end('Что-то пошло не так... Попробуйте ещё раз.')
  }
