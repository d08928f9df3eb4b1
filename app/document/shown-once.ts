import { createContext, useContext, useEffect } from 'react'

/** Tells the frame whether the page is shown only once. */
export const ShownOnce = createContext<(isShownOnce: boolean) => void>(() => {})

/**
 * For a page that scripts draw as the answer to a form, and that cannot be loaded again: the frame leaves out its forms
 * that return to the page. For a page from the server see `FormAnswer`.
 */
export function useShownOnce() {
  const setShownOnce = useContext(ShownOnce)
  useEffect(() => {
    setShownOnce(true)
    return () => setShownOnce(false)
  }, [setShownOnce])
}
