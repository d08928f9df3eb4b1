import { Content, Portal, Provider, Tooltip, Trigger } from '@radix-ui/react-tooltip'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { onCloseAll } from '../floating/close-all'
import { DISTANCE_PX, EDGE_PX, ExistingTrigger, landmarkOf, useKeepOpen } from '../floating/radix-panel'

export { mayShow } from '../floating/close-all'

type TooltipBubbleProps = {
  /** The element that the tooltip describes. */
  about: RefObject<HTMLElement>
  open: boolean
  onOpenChange: (open: boolean) => void
  text: string
  className: string | undefined
}

let closeTheOther = () => {}

/** The tooltip's text, loaded on first use; at most one tooltip is open. */
export function TooltipBubble({ about, open, onOpenChange, text, className }: TooltipBubbleProps) {
  const id = useId()
  const bubble = useRef<HTMLDivElement>(null)
  const keepOpen = useKeepOpen(about, bubble)

  useEffect(() => (open ? onCloseAll(() => onOpenChange(false)) : undefined), [open, onOpenChange])

  // Before the browser paints: two tooltips are never seen together.
  useLayoutEffect(() => {
    if (!open) return
    closeTheOther()
    const close = () => onOpenChange(false)
    closeTheOther = close
    const describedElement = about.current
    describedElement?.setAttribute('aria-describedby', id)
    return () => {
      describedElement?.removeAttribute('aria-describedby')
      if (closeTheOther === close) closeTheOther = () => {}
    }
  }, [open, onOpenChange, about, id])

  return (
    // Radix keeps the content hoverable only until the pointer moves next, and it may never move.
    <Provider disableHoverableContent>
      <Tooltip open={open} onOpenChange={onOpenChange}>
        <Trigger asChild>
          <ExistingTrigger element={about} />
        </Trigger>
        <Portal container={landmarkOf(about.current)}>
          <Content
            id={id}
            role="tooltip"
            ref={bubble}
            className={className}
            data-print="hidden"
            sideOffset={DISTANCE_PX}
            collisionPadding={EDGE_PX}
            onPointerDownOutside={keepOpen}
          >
            {text}
          </Content>
        </Portal>
      </Tooltip>
    </Provider>
  )
}
