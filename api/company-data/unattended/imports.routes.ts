import { join } from 'node:path'
import { isUnavailable } from 'api/db/database-errors'
import { requestIdOf } from 'api/http/exchange'
import { portalCheck } from 'api/http/portal-secret'
import { readIdempotencyKey } from 'api/http/read-input'
import { Refusal } from 'api/refusal'
import { MINUTE } from 'format/durations'
import type { Env, Hono } from 'hono'
import { errorFields } from 'monitoring/log'
import { type ImportName, type ImportResult, importNames } from '../import/import-result'
import type { ImportSwitches } from '../import/run-import'
import { mapOf } from './import-folder'
import { findRunByKey } from './import-runs.repository'
import { requestWords as words } from './imports.words'
import { runUnattended, type UnattendedDeps } from './run-unattended'
import { BrokeOff, removeAbandonedUploads, storeUpload, TooLarge, withUploadFolder } from './store-upload'

interface ImportsRoutesDeps extends UnattendedDeps {
  /** The accepted bearer tokens. Empty: the route does not exist. */
  tokens: readonly string[]
  maxBytes: number
  /** The folder for files while they are imported. */
  dataDir: string
  /** The folder with the files of columns; undefined: the columns are called like the fields. */
  folder: string | undefined
}

/** The same as the timeout in `docs/deploy/nginx.conf`. */
export const uploadLimitMs = 15 * MINUTE

const secondsToWait = '30'

/**
 * POST /imports/{kind}: a table of the company's billing as CSV in the body, for its systems. Answers with an
 * ImportResult: 200 when it is written or checked, 422 with bad lines. With `?dry-run=1` nothing is written; without it
 * an idempotency key protects from a repeated request. `skip-bad=1` and `confirmed=1` are the switches of the command.
 */
export function importsRoutes<Any extends Env>(
  hono: Hono<Any>,
  { tokens, maxBytes, dataDir, folder, ...deps }: ImportsRoutesDeps,
) {
  const uploads = join(dataDir, 'imports')
  const removeAbandoned = () =>
    removeAbandonedUploads(uploads, deps.clock()).catch((error: unknown) =>
      deps.log.error(errorFields(error), 'tables of imports that were broken off could not be removed'),
    )
  void removeAbandoned()
  if (tokens.length === 0) return
  const isAllowed = portalCheck(tokens)

  const importUpload = async (
    { kind, request, switches }: { kind: ImportName; request: Request; switches: ImportSwitches },
    path: string,
  ): Promise<ImportResult> => {
    const key = switches.apply ? readIdempotencyKey(request) : undefined
    if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new TooLarge()
    if (!request.body) throw new Refusal(422, { message: words.empty })
    const { skipBad, confirmed } = switches
    const sha256 = [
      await storeUpload(request.body, path, maxBytes),
      ...(skipBad ? ['skip-bad'] : []),
      ...(confirmed ? ['confirmed'] : []),
    ].join(' ')
    const earlierRun = key === undefined ? undefined : await findRunByKey(deps.database.db, key, deps.clock())
    if (earlierRun) {
      if (earlierRun.kind !== kind || earlierRun.sha256 !== sha256)
        throw new Refusal(422, { message: words.otherBody })
      if (!earlierRun.result) throw new Refusal(409, { message: words.busy })
      return earlierRun.result
    }
    const result = await runUnattended(deps, {
      source: 'http',
      kind,
      path,
      mapPath: folder === undefined ? undefined : await mapOf(folder, kind),
      switches,
      ...(key !== undefined && { request: { key, sha256 } }),
    })
    if (result === 'busy') throw new Refusal(409, { message: words.busy })
    if (result === 'failed') throw new Refusal(500, { message: words.failed })
    return result
  }

  const answer = async (request: Request, name: string): Promise<Response> => {
    if (!isAllowed(request)) throw new Refusal(401, { message: words.token })
    const kind = importNames.find((importName) => importName === name)
    if (!kind) throw new Refusal(404, { message: words.kind(importNames) })
    const { searchParams } = new URL(request.url)
    const isOn = (name: string) => {
      const values = searchParams.getAll(name)
      if (values.some((value) => value !== '1')) throw new Refusal(422, { message: words.switch(name) })
      return values.length > 0
    }
    const switches = { apply: !isOn('dry-run'), skipBad: isOn('skip-bad'), confirmed: isOn('confirmed') }
    // At the start of this process the files of another one that had just died were too young.
    await removeAbandoned()
    const result = await withUploadFolder(uploads, (own) =>
      importUpload({ kind, request, switches }, join(own, `${kind}.csv`)),
    )
    const isBad = result.outcome === 'refused' || result.outcome === 'unusable'
    return json(isBad ? 422 : 200, result)
  }

  hono.post('/imports/:kind', async (context) => {
    const requestId = requestIdOf(context.req.raw)
    try {
      return await answer(context.req.raw, context.req.param('kind'))
    } catch (error) {
      if (error instanceof TooLarge) return json(413, { message: words.tooLarge(maxBytes) })
      if (error instanceof BrokeOff) {
        deps.log.info({ requestId, kind: context.req.param('kind') }, 'an upload broke off')
        return json(400, { message: words.brokeOff })
      }
      if (error instanceof Refusal) return json(error.status, { message: error.problem.message })
      deps.log.error({ requestId, ...errorFields(error) }, 'an import over HTTP could not be dealt with')
      return json(isUnavailable(error) ? 503 : 500, { message: words.failed })
    }
  })
}

const json = (status: number, body: ImportResult | { message: string }) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 409 || status === 503 ? { 'retry-after': secondsToWait } : {}),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  })
