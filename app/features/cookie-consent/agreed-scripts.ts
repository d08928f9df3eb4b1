import { routerState } from '../../framework/browser-router'
export interface Agreed {
  /** The id of the analytics counter. */
  counter: number | null
  /** The address of the trust badge's script. */
  badge: string | null
}

/** What the visitor has agreed that their browser loads, as the data of the page's root says; null until then. */
export function agreedNow(): Agreed | null {
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
