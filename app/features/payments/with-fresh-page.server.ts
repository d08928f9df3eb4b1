import { type AppLoadContext, data } from '@remix-run/node'
import { problemCodes } from 'contract/problem'
import type { RejectedForm } from '~/server/forms/read-form.server'

/**
 * A question stands beside the data of now. Scripts get them in the same answer: a load afterwards might fail, and its
 * screen would take the place of what was typed. `fresh` is null for every other answer, and where it can't be loaded whole.
 */
export const withFreshPage = async <Page, Elsewhere extends Response>(
  answer: RejectedForm | Elsewhere,
  context: AppLoadContext,
  load: (asPage: AppLoadContext) => Promise<Page>,
) => {
  if (answer instanceof Response) return answer
  const isAsked = context.byScripts && answer.data.code === problemCodes.confirmRequired
  // Not as beside a rejected form, whose page may lack what the one on the screen has. Headers of a failed load are its own.
  const asPage = { ...context, formFailed: false, replyHeaders: new Headers() }
  const fresh = isAsked ? await load(asPage).catch(nullIfFailed) : null
  return data({ ...answer.data, fresh }, answer.init ?? undefined)
}

const nullIfFailed = (thrown: unknown) => {
  // A lost session still leads to the login.
  if (thrown instanceof Response && thrown.status >= 400) return null
  throw thrown
}
