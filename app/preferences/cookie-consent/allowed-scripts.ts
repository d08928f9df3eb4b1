import { documentData, routerState } from '../../framework/browser-router'

export interface AllowedScripts {
  /** The analytics counter's id. */
  counter: number | null
  /** The trust badge script's address. */
  badge: string | null
}

/** The third-party scripts to load, from the root loader's data; null for none, as before the visitor's consent. */
export function allowedScripts(): AllowedScripts | null {
  if (wasRefused()) return null
  const root: unknown = routerState().loaderData?.root
  if (!isObject(root) || !isObject(root.allowedScripts)) return null
  const { counter, badge } = root.allowedScripts
  return {
    counter: typeof counter === 'number' ? counter : null,
    badge: typeof badge === 'string' ? badge : null,
  }
}

/**
 * The visitor had refused when the document was loaded: its content security policy blocks the scripts, also after
 * consent in another tab. They begin with the next document.
 */
function wasRefused() {
  const root: unknown = documentData()?.root
  return isObject(root) && isObject(root.cookies) && root.cookies.choice === 'necessary'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
