import type { AppLoadContext } from '@remix-run/node'
import { loadBesideForm } from './load-beside-form.server'

/**
 * As `loadBesideForm`, but null also when what the rejected form is about is gone or no longer the customer's: what was
 * typed stays, with what the API has said.
 */
export const loadUnlessGone = async <Loaded>(
  context: Pick<AppLoadContext, 'formFailed'>,
  loading: Promise<Loaded>,
): Promise<Loaded | null> => {
  try {
    return await loadBesideForm(context, loading)
  } catch (thrown) {
    const isGone = thrown instanceof Response && (thrown.status === 403 || thrown.status === 404)
    if (context.formFailed && isGone) return null
    throw thrown
  }
}
