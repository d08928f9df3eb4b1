import type { AppLoadContext } from '@remix-run/node'
import { data } from '@remix-run/node'
import type { RejectedForm } from '../forms/read-form.server'
import { seeOther } from '../http/redirects.server'
import { newFlash } from '../session/flash.server'

/** What happens after a rejected form if the record that it changes no longer exists. */
type IfGone =
  /** The error screen. */
  | 'fail'
  /** The form comes back with what was typed, also when the thing is no longer the customer's. */
  | 'keep form'
  /** A redirect to the list with a message, as after the second press of a removal. */
  | { list: string; message: string }

/**
 * Loads what a page shows beside its form. Null when loading fails temporarily after this request's form was rejected:
 * the form still comes back, so that nothing typed is lost. Throws every other error.
 */
export const loadBesideForm = async <Loaded>(
  context: Pick<AppLoadContext, 'form' | 'flash'>,
  loading: Promise<Loaded>,
  ifGone: IfGone = 'fail',
): Promise<Loaded | null> => {
  try {
    return await loading
  } catch (thrown) {
    if (context.form.state !== 'rejected' || !(thrown instanceof Response)) throw thrown
    if (isTemporary(thrown)) return null
    if (ifGone === 'keep form' && (thrown.status === 403 || thrown.status === 404)) return null
    if (typeof ifGone === 'string' || thrown.status !== 404) throw thrown
    context.flash.next = newFlash('info', ifGone.message)
    throw seeOther(ifGone.list)
  }
}

export const isTemporary = ({ status }: Response) => status === 429 || status >= 500

/**
 * Adds the page's current data, `fresh`, to a rejected form whose page may be out of date. Scripts get both at once: a
 * load afterwards might fail, and its error screen would replace what was typed. `fresh` is null without scripts, and when
 * a part of the page can't be loaded.
 */
export const withFreshPage = async <Page>(
  rejected: RejectedForm,
  context: AppLoadContext,
  load: (context: AppLoadContext) => Promise<Page | null>,
) => {
  const fresh = context.byScripts ? await loadFresh(context, load) : null
  return data({ ...rejected.data, fresh }, rejected.init ?? undefined)
}

const loadFresh = async <Page>(context: AppLoadContext, load: (context: AppLoadContext) => Promise<Page>) => {
  try {
    // Loaded whole: beside a rejected form, parts of the page may be left out. The headers that it sets are dropped.
    return await load({ ...context, form: { state: 'none' }, replyHeaders: new Headers() })
  } catch (thrown) {
    // A lost session still leads to the login.
    if (thrown instanceof Response && thrown.status >= 400) return null
    throw thrown
  }
}
