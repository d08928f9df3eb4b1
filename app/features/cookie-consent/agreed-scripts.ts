import { routerState } from '../../framework/browser-router'

export interface AgreedScripts {
  /** The id of the analytics counter. */
  counter: number | null
  /** The address of the trust badge's script. */
  badge: string | null
}

/** The third-party scripts that the visitor has agreed to, from the root's data; null without consent. */
export function agreedScripts(): AgreedScripts | null {
  const root: unknown = routerState().loaderData?.root
  const cookies = isObject(root) && isObject(root.cookies) ? root.cookies : {}
  if (!isObject(cookies.agreed)) return null
  const { counter, badge } = cookies.agreed
  return {
    counter: typeof counter === 'number' ? counter : null,
    badge: typeof badge === 'string' ? badge : null,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
