import type { AppLoadContext } from '@remix-run/node'

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
