import { documentData, routerState } from '../../framework/browser-router'

export interface AllowedScripts {
  /** The analytics counter's id. */
  counter: number | null
  /** The trust badge script's address. */
  badge: string | null
}

/** The third-party scripts to load, from the root loader's data; null for none, as before the visitor's consent. */
export function allowedScripts(): AllowedScripts | null {
  if (hadRefused()) return null
  const root: unknown = routerState().loaderData?.root
  if (!isObject(root) || !isObject(root.allowedScripts)) return null
  const { counter, badge } = root.allowedScripts
  return {
    counter: typeof counter === 'number' ? counter : null,
    badge: typeof badge === 'string' ? badge : null,
  }
}

/**
 * Whether the visitor had refused when the document was loaded. Its content security policy then blocks the scripts, even
 * after consent in another tab. They start with the next document.
 */
function hadRefused() {
  const root: unknown = documentData()?.root
  return isObject(root) && isObject(root.cookies) && root.cookies.choice === 'necessary'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
