import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'

/**
 * Whether an answer came with the page from the server. Before its scripts came, the visitor may have gone on to a field
 * and typed: moving the focus or emptying a field, as for a new answer, would then be in the way.
 */
export function useCameWithPage(answer: unknown): boolean {
  const isHydrated = useHydrated()
  const [first] = useState({ answer, isOfServer: !isHydrated })
  return first.isOfServer && first.answer === answer
}
