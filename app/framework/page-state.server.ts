import type { EntryContext } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'

/**
 * The context with the loaders' data in the script that `Scripts` writes, as JSON. With single fetch Remix writes them as
 * turbo-stream behind the page, which takes ten times as long. Loaders return nothing that JSON lacks.
 */
export const withPageState = ({
  serverHandoffStream: _,
  serverHandoffString = '{}',
  staticHandlerContext,
  future,
  ...context
}: EntryContext): EntryContext => {
  const { loaderData, actionData, errors } = staticHandlerContext
  const state = JSON.stringify({ loaderData, actionData, errors: errors && serializeErrors(errors) })
  return {
    ...context,
    staticHandlerContext,
    // Without single fetch the page's scripts write no stream.
    future: { ...future, v3_singleFetch: false },
    // `<` occurs only in the strings of the JSON. Unescaped it could end the script.
    serverHandoffString: `{"state":${state.replaceAll('<', '\\u003c')},${serverHandoffString.slice(1)}`,
  }
}

/** Errors in the form that Remix reads in the browser; Remix has already removed secret details. */
const serializeErrors = (errors: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(errors).map(([route, error]) => {
      if (isRouteErrorResponse(error)) return [route, { ...error, __type: 'RouteErrorResponse' }]
      const message = error instanceof Error ? error.message : ''
      return [route, { message, __type: 'Error' }]
    }),
  )
