import { createContext, Fragment, type ReactNode, useContext } from 'react'

/** The server's cache of rendered fragments that many pages share, such as menus. */
export interface FragmentCache {
  /** The cached HTML of a fragment. */
  find(of: object, by: string): string | undefined
  /** Returns marks to render before and after a fragment, so that its HTML can be found in the page and stored. */
  mark(of: object, by: string): { before: string; after: string }
}

const FragmentCacheContext = createContext<FragmentCache | null>(null)

export const FragmentCacheProvider = FragmentCacheContext.Provider

/**
 * Returns the content of an element as props: on the server the HTML cached for the object `of` and the key `by`,
 * otherwise what `draw` renders. `draw` must begin and end with an element, depend only on `of` and `by`, and contain
 * no customer data.
 */
export function useCachedFragment(of: object | null | undefined, by: string, draw: () => ReactNode) {
  const cache = useContext(FragmentCacheContext)
  if (!import.meta.env.SSR || !cache || !of) return { children: draw() }
  const html = cache.find(of, by)
  if (html !== undefined) return { dangerouslySetInnerHTML: { __html: html } }
  const { before, after } = cache.mark(of, by)
  return {
    children: (
      <Fragment>
        {before}
        {draw()}
        {after}
      </Fragment>
    ),
  }
}
