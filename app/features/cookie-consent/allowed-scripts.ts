import { routerState } from '../../framework/browser-router'

export interface AllowedScripts {
  /** The analytics counter's id. */
  counter: number | null
  /** The trust badge script's address. */
  badge: string | null
}

/** The third-party scripts to load, from the root loader's data; null for none, as before the visitor's consent. */
export function allowedScripts(): AllowedScripts | null {
  const root: unknown = routerState().loaderData?.root
  if (!isObject(root) || !isObject(root.allowedScripts)) return null
  const { counter, badge } = root.allowedScripts
  return {
    counter: typeof counter === 'number' ? counter : null,
    badge: typeof badge === 'string' ? badge : null,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
