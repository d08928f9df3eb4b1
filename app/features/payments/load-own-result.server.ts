import type { AppLoadContext } from '@remix-run/node'
import { requireUser } from '~/server/pages/guards.server'
import { type LoadedResult, loadResult } from './load-result.server'
import type { ResultPage } from './payment-result'
import { isPoll, nothingNew, queryOfPage } from './poll'

/**
 * A result page for customers. A poll is no page: while the API can't say who asks, it leads nowhere and changes
 * nothing.
 */
export const loadOwnResult = async (
  request: Request,
  context: AppLoadContext,
  page: Exclude<ResultPage, 'guest'>,
): Promise<LoadedResult> => {
  const { visitor } = context
  if (isPoll(request) && !(await visitor.currentUser()) && visitor.userFailure) return nothingNew
  // The login leads back to the page, and not to its poll.
  const { api } = await requireUser(request, { ...context, query: queryOfPage(context.query) })
  return loadResult(request, context, api, page)
}
