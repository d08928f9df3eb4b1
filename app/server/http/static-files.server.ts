import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Request, type RequestHandler, Router } from 'express'
import sirv from 'sirv'

const YEAR_S = 365 * 24 * 60 * 60

// sirv lists the files at start. If a newer build has removed one since, only its own response may fail.
const closeOnReadError = (res: ServerResponse) =>
  res.once('pipe', (file: Readable) => file.once('error', () => res.destroy()))

const FOLDERS = /^\/(assets|builds)(\/|$)/i

const isReadMethod = ({ method }: Pick<Request, 'method'>) => method === 'GET' || method === 'HEAD'

/** Serves the hashed assets, the build's id and the files of the site's root; nothing else of the build. */
export const staticFiles = (clientDir: string): RequestHandler => {
  const router = Router()
  // No file accepts a POST; the later middlewares refuse it.
  router.use((req, _res, next) => (req.method === 'POST' ? next('router') : next()))
  // sirv serves a file whatever the method.
  router.use(['/assets', '/builds'], (req, res, next) => {
    if (isReadMethod(req)) next()
    else res.status(405).set('Allow', 'GET, HEAD').type('text/plain').send('Method not allowed')
  })
  const assets = sirv(join(clientDir, 'assets'), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR_S,
    etag: true,
    setHeaders: closeOnReadError,
  })
  router.use('/assets', assets, (_, res) => {
    res.status(404).type('text/plain').send('Not found')
  })
  // latest.json names the current build, the other files describe one build and never change. With
  // 'no-store' a page that has fetched it could not be in the browser's back/forward cache.
  const builds = sirv(join(clientDir, 'builds'), {
    setHeaders: (res, path) => {
      closeOnReadError(res)
      res.setHeader(
        'Cache-Control',
        path === '/latest.json' ? 'no-cache' : `public,max-age=${YEAR_S},immutable`,
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
      closeOnReadError(res)
      // sirv does not know the type, and nosniff keeps browsers from guessing it.
      if (path.endsWith('.ico')) res.setHeader('Content-Type', 'image/x-icon')
      if (path.endsWith('.txt')) res.setHeader('Content-Type', 'text/plain;charset=utf-8')
    },
  })
  router.use((req, res, next) => {
    if (isReadMethod(req)) atRoot(req, res, next)
    else next()
  })
  // A router without a match calls `next` only in the next turn of the event loop.
  return (req, res, next) =>
    FOLDERS.test(req.path) || rootFiles.has(req.path) ? router(req, res, next) : next()
}
