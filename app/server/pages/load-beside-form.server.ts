import type { AppLoadContext } from '@remix-run/node'
import { seeOther } from '../http/redirects.server'
import { newFlash } from '../session/flash.server'

type Context = Pick<AppLoadContext, 'formFailed'>

/**
 * Loads what a page shows beside its form. Null when loading fails temporarily after this request's form was rejected:
 * the form still comes back, so that nothing typed is lost. Throws every other error.
 */
export const loadBesideForm = async <Loaded>(
  context: Context,
  loading: Promise<Loaded>,
): Promise<Loaded | null> => {
  try {
    return await loading
  } catch (thrown) {
    if (thrown instanceof Response && keepsRejectedForm(context, thrown)) return null
    throw thrown
  }
}

/** Whether the failure of another call is temporary and a rejected form has to come back in spite of it. */
export const keepsRejectedForm = ({ formFailed }: Context, { status }: Response) =>
  formFailed && (status === 429 || status >= 500)

/**
 * Loads what a removal page is about. When the removal was rejected because the thing is removed already, as after a
 * second submit, throws a redirect to the list with a message. Throws every other error.
 */
export const unlessGone = async <Loaded>(
  context: Pick<AppLoadContext, 'formFailed' | 'flash'>,
  loading: Promise<Loaded>,
  { list, words }: { list: string; words: string },
): Promise<Loaded> => {
  try {
    return await loading
  } catch (thrown) {
    if (!context.formFailed || !(thrown instanceof Response) || thrown.status !== 404) throw thrown
    context.flash.next = newFlash('info', words)
    throw seeOther(list)
  }
}
