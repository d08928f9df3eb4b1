import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RouteObject } from 'react-router-dom'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'

/** The server-side HTML of an element with links and forms, at the address '/'. */
export async function drawInRouter(element: ReactElement): Promise<string> {
  const routes: RouteObject[] = [{ id: 'page', path: '*', element }]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('https://portal.example.ru/'))
  if (context instanceof Response) throw new Error(`unexpected redirect ${context.status}`)
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  )
}
