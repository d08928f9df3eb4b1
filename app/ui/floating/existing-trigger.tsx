import { forwardRef, type RefObject, useImperativeHandle } from 'react'

/**
 * Stands in for a trigger that is already on the page, so that Radix positions its panel there. Renders nothing and
 * ignores Radix's attributes, because the trigger has its own.
 */
export const ExistingTrigger = forwardRef<HTMLElement | null, { element: RefObject<HTMLElement> }>(
  function AdoptedTrigger({ element }, ref) {
    useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element])
    return null
  },
)
