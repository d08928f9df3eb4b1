import { Content, Popover, Portal, Trigger } from '@radix-ui/react-popover'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { onCloseAll } from '../floating/close-all'
import { DISTANCE_PX, EDGE_PX, ExistingTrigger, useKeepOpen, useTabOut } from '../floating/radix-panel'
import type { FloatingPanelProps } from '../floating/use-floating'

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
  const { tabOut, onCloseAutoFocus } = useTabOut(trigger, () => onOpenChange(false))
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
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDown={(event) => isTabOut(event) && tabOut(event)}
          onInteractOutside={keepOpen}
        >
          {children}
        </Content>
      </Portal>
    </Popover>
  )
}

/** Whether this is Tab on the last control, or Shift+Tab on the first control or on the panel itself. */
function isTabOut({ key, shiftKey, target, currentTarget: panel }: KeyboardEvent) {
  if (key !== 'Tab') return false
  const controls = [...panel.querySelectorAll('a[href], button')]
  if (target === panel) return shiftKey || controls.length === 0
  return target === controls.at(shiftKey ? 0 : -1)
}
