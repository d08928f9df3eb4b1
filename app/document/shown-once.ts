import { createContext, useContext, useEffect } from 'react'

/** Tells the frame whether the page is shown only once. */
export const ShownOnce = createContext<(isShownOnce: boolean) => void>(() => {})

/**
 * For a page that scripts draw as the answer to a form, and no address brings back: the frame leaves out its forms that
 * come back to the address. Of a whole page the server knows it, see `FormAnswer`.
 */
export function useShownOnce() {
  const tell = useContext(ShownOnce)
  useEffect(() => {
    tell(true)
    return () => tell(false)
  }, [tell])
}
