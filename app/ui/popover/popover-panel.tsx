import { Content, Popover, Portal, Trigger } from '@radix-ui/react-popover'
import { type ReactNode, useEffect, useRef } from 'react'
import { onCloseAll } from '../floating/close-all'
import { DISTANCE_PX, EDGE_PX } from '../floating/distance'
import { ExistingTrigger } from '../floating/existing-trigger'
import type { FloatingPanelProps } from '../floating/use-floating'
import { useKeepOpen } from '../floating/use-keep-open'

export { mayShow } from '../floating/close-all'

type PopoverPanelProps = FloatingPanelProps & {
  name: string
  className: string | undefined
  'data-theme': string | undefined
  align: 'start' | 'end'
  children: ReactNode
}

/** The popover's panel, loaded on first use. */
export function PopoverPanel({ trigger, open, onOpenChange, name, children, ...rest }: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const keepOpen = useKeepOpen(trigger, panel)
  useEffect(() => (open ? onCloseAll(() => onOpenChange(false)) : undefined), [open, onOpenChange])
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <Trigger asChild>
        <ExistingTrigger element={trigger} />
      </Trigger>
      <Portal>
        <Content
          {...rest}
          ref={panel}
          aria-label={name}
          data-print="hidden"
          sideOffset={DISTANCE_PX}
          collisionPadding={EDGE_PX}
          tabIndex={-1}
          onOpenAutoFocus={(event) => {
            // Focus the panel, so that its name is read out; its controls come next.
            event.preventDefault()
            panel.current?.focus({ preventScroll: true })
          }}
          onInteractOutside={keepOpen}
        >
          {children}
        </Content>
      </Portal>
    </Popover>
  )
}
