import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/paths'
import { seeOther } from '~/server/http/redirects.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { newFlash } from '~/server/session/flash.server'

export const handle = { access: 'all', secret: false } satisfies RouteHandle

/** A GET signs nobody out: only the form does. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await anyone(request, context)
  throw redirect(paths.home)
}

/** Signs out here even when the product API can't be reached. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  await anyone(request, context)
  if (!context.visitor.cookies.isEmpty) await context.visitor.call('logout', {})
  context.visitor.endSession()
  context.flash.next = newFlash('success', 'Вы вышли. До встречи!')
  return seeOther(paths.home)
}
