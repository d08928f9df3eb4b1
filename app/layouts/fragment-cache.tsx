import { createContext, Fragment, type ReactNode, useContext } from 'react'

/** The server's memory of what looks the same on many pages. */
export interface KeptParts {
  /** The finished HTML of a part, if it was drawn before. */
  find(of: object, by: string): string | undefined
  /** The texts to draw before and after a part, by which its HTML is found in the finished page and kept. */
  mark(of: object, by: string): { before: string; after: string }
}

const KeptPartsContext = createContext<KeptParts | null>(null)

export const KeptPartsProvider = KeptPartsContext.Provider

/**
 * What stands within an element, as its props: on the server HTML that an earlier page had there, where nothing that it
 * goes by has changed; in the browser always the same as React's own. What is drawn has to begin and end with an
 * element, go by nothing but `of` and `by`, and hold nothing of a customer.
 */
export function useKeptPart(of: object | null | undefined, by: string, draw: () => ReactNode) {
  const parts = useContext(KeptPartsContext)
  if (!import.meta.env.SSR || !parts || !of) return { children: draw() }
  const html = parts.find(of, by)
  if (html !== undefined) return { dangerouslySetInnerHTML: { __html: html } }
  const { before, after } = parts.mark(of, by)
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
