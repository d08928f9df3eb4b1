import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from 'format/dates'
import { MINUTE } from 'format/durations'
import { attachment } from '~/server/http/attachment.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

export const handle = { access: 'user', secret: false, feature: 'my-data' } satisfies RouteHandle

/** How long the visitor may take for each piece; a document of any size has no limit as a whole. */
const PIECE_MS = 2 * MINUTE

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api } = await requireUser(request, context)
  const pieces = await api.stream('exportData')
  context.download = { pieces, limit: { pieceMs: PIECE_MS } }
  const day = today(context.config.timeZone, new Date())
  return new Response(null, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': attachment(`Мои данные ${day}.json`, `my-data-${day}.json`),
      'Cache-Control': 'private, no-store',
    },
  })
}
