import type { RequestHandler } from 'express'

type HealthCheck = () => Promise<{ status: number; text: string }>

export interface HealthOptions {
  /** False while the server starts and while it shuts down. */
  isReady?: () => boolean
  /** The health of the embedded product API. A remote one is not checked: restarting the portal would not mend it. */
  embeddedHealth?: Record<'live' | 'ready', HealthCheck>
}

const portalAlone: Record<'live' | 'ready', HealthCheck> = {
  live: async () => ({ status: 200, text: 'ok' }),
  ready: async () => ({ status: 200, text: 'ready' }),
}

/** Answers /health (whether the process works) and /health/ready (whether it takes visitors), as plain text. */
export const health =
  ({ isReady = () => true, embeddedHealth = portalAlone }: HealthOptions): RequestHandler =>
  async (req, res, next) => {
    if (req.path !== '/health' && req.path !== '/health/ready') return next()
    const { status, text } =
      req.path === '/health'
        ? await embeddedHealth.live()
        : isReady()
          ? await embeddedHealth.ready()
          : { status: 503, text: 'not ready' }
    res.status(status).set('Cache-Control', 'no-store').type('text/plain').send(text)
  }
