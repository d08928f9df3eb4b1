import { forwardRef, type RefObject, useImperativeHandle } from 'react'

/**
 * Stands for a trigger that is on the page already, so that Radix, which comes later, hangs its panel there: draws
 * nothing, and takes none of Radix's attributes, which the trigger has of its own.
 */
export const AdoptedTrigger = forwardRef<HTMLElement | null, { element: RefObject<HTMLElement> }>(
  function AdoptedTrigger({ element }, ref) {
    useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
    return null
  },
)
