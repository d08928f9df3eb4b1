import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type RequestHandler, Router } from 'express'
import sirv from 'sirv'

const YEAR_S = 365 * 24 * 60 * 60

// The files are listed at the start. One that a newer build has taken away since must end its own answer alone.
const survivesLoss = (res: ServerResponse) =>
  res.once('pipe', (file: Readable) => file.once('error', () => res.destroy()))

/** The built assets, named by their content, the build's id, and the few files of the site's root; nothing else of the build. */
export const staticFiles = (clientDir: string): RequestHandler => {
  const router = Router()
  // No file takes a form: what is wrong with a POST is the portal's to say.
  router.use((req, _res, next) => (req.method === 'POST' ? next('router') : next()))
  const assets = sirv(join(clientDir, 'assets'), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR_S,
    etag: true,
    setHeaders: survivesLoss,
  })
  router.use('/assets', assets, (_, res) => {
    res.status(404).type('text/plain').send('Not found')
  })
  // Which build this is: what one is called is asked for anew each time, what is said of one never changes.
  const builds = sirv(join(clientDir, 'builds'), {
    setHeaders: (res, path) => {
      survivesLoss(res)
      res.setHeader(
        'Cache-Control',
        path === '/latest.json' ? 'no-store' : `public,max-age=${YEAR_S},immutable`,
      )
    },
  })
  router.use('/builds', builds, (_, res) => {
    res.status(404).type('text/plain').send('Not found')
  })
  const rootFiles = new Set(
    readdirSync(clientDir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => `/${entry.name}`),
  )
  const atRoot = sirv(clientDir, {
    maxAge: 60 * 60,
    etag: true,
    setHeaders(res, path) {
      survivesLoss(res)
      // Not known to sirv, and a browser may not guess.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon')
    },
  })
  router.use((req, res, next) => {
    if ((req.method === 'GET' || req.method === 'HEAD') && rootFiles.has(req.path)) atRoot(req, res, next)
    else next()
  })
  return router
}
