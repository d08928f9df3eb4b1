import type { AppLoadContext } from '@remix-run/node'
import { seeOther } from '../http/redirects.server'
import { newFlash } from '../session/flash.server'

type Context = Pick<AppLoadContext, 'formFailed'>

/**
 * What a page shows beside its form. Null where the product API could not tell just now, but the form was refused in
 * this very request: then it comes back all the same, because what was typed may not be lost. Throws every other screen.
 */
export const besideRefusedForm = async <Loaded>(
  context: Context,
  loading: Promise<Loaded>,
): Promise<Loaded | null> => {
  try {
    return await loading
  } catch (thrown) {
    if (thrown instanceof Response && isKeptForm(context, thrown)) return null
    throw thrown
  }
}

/** Whether a refused form has to come back although a call of its page fails, which passes by itself. */
export const isKeptForm = ({ formFailed }: Context, { status }: Response) =>
  formFailed && (status === 429 || status >= 500)

/**
 * What a page of a removal is about. Where the removal was refused because it is gone already, as after a second press,
 * there is no page to come back to: leads to the list, which says so. Throws that redirect, and every screen.
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
