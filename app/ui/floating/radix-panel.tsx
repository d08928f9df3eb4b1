import { forwardRef, type RefObject, useImperativeHandle } from 'react'

/** Between a trigger and its panel. */
export const DISTANCE_PX = 12
/** Between a panel and the window's edge. */
export const EDGE_PX = 8

/** The landmark of an element: its panel is rendered there, so that no content is outside of all landmarks. */
export const landmarkOf = (element: Element | null) =>
  element?.closest<HTMLElement>('main, header, footer') ?? null

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
