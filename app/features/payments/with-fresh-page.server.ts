import { type AppLoadContext, data } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { RejectedForm } from '~/server/forms/read-form.server'

/**
 * Adds the page's current data, `fresh`, to an answer that asks a question. Scripts get both at once: a load afterwards
 * might fail, and its error screen would replace what was typed. `fresh` is null for every other answer, and when a
 * part of it can't be loaded.
 */
export const withFreshPage = async <Page, Elsewhere extends Response>(
  answer: RejectedForm | Elsewhere,
  context: AppLoadContext,
  load: (asPage: AppLoadContext) => Promise<Page>,
) => {
  if (answer instanceof Response) return answer
  const isAsked = context.byScripts && answer.data.code === problemCodes.confirmRequired
  // Loaded whole: beside a rejected form, parts that the screen shows may be left out. The headers that it sets are
  // dropped.
  const asPage = { ...context, formFailed: false, replyHeaders: new Headers() }
  const fresh = isAsked ? await load(asPage).catch(nullIfFailed) : null
  return data({ ...answer.data, fresh }, answer.init ?? undefined)
}

const nullIfFailed = (thrown: unknown) => {
  // A lost session still leads to the login.
  if (thrown instanceof Response && thrown.status >= 400) return null
  throw thrown
}
