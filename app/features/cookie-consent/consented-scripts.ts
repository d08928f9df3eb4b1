import { routerState } from '../../framework/browser-router'

export interface ConsentedScripts {
  /** The analytics counter's id. */
  counter: number | null
  /** The trust badge script's address. */
  badge: string | null
}

/** The third-party scripts that the visitor has consented to, from the root loader's data; null without consent. */
export function consentedScripts(): ConsentedScripts | null {
  const root: unknown = routerState().loaderData?.root
  const cookies = isObject(root) && isObject(root.cookies) ? root.cookies : {}
  if (!isObject(cookies.consented)) return null
  const { counter, badge } = cookies.consented
  return {
    counter: typeof counter === 'number' ? counter : null,
    badge: typeof badge === 'string' ? badge : null,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
