import { Content, Item, DropdownMenu as Menu, Portal, Trigger } from '@radix-ui/react-dropdown-menu'
import { useFormAction, useNavigation } from '@remix-run/react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { isSending } from '../button/is-sending'
import { onCloseAll } from '../floating/close-all'
import {
  DISTANCE_PX,
  EDGE_PX,
  ExistingTrigger,
  landmarkOf,
  useKeepOpen,
  useTabOut,
} from '../floating/radix-panel'
import type { FloatingPanelProps } from '../floating/use-floating'
import { PageLink } from '../link/page-link'
import type { DropdownItem } from './action-row'
import { ActionForm } from './action-row'

export { mayShow } from '../floating/close-all'

type DropdownMenuProps = FloatingPanelProps & {
  name: string
  className: string | undefined
  'data-theme': string | undefined
  items: readonly DropdownItem[]
  itemClass: string | undefined
  drawItem: (item: DropdownItem) => ReactNode
}

/** The dropdown's menu, loaded on first use. */
export function DropdownMenu({
  trigger,
  open,
  onOpenChange,
  name,
  items,
  itemClass,
  drawItem,
  ...rest
}: DropdownMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const keepOpen = useKeepOpen(trigger, panel)
  const { tabOut, onCloseAutoFocus } = useTabOut(trigger, () => onOpenChange(false))
  const forms = useRef(new Map<string, HTMLFormElement | null>())
  const action = useFormAction()
  const navigation = useNavigation()
  useEffect(() => (open ? onCloseAll(() => onOpenChange(false)) : undefined), [open, onOpenChange])

  // In the capture phase: Radix makes Tab do nothing.
  function onKeyDownCapture(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    event.stopPropagation()
    tabOut(event)
  }

  // Radix does this only if it saw the key that opened the menu, which may be pressed before this module has come.
  function focusFirstItem({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    const hasOpened = target === currentTarget && relatedTarget === trigger.current
    if (!hasOpened || !currentTarget.matches(':focus-visible')) return
    const first = currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')
    first?.focus({ preventScroll: true })
  }

  return (
    // Not modal: modal locks the page's scroll by inline styles, which the content security policy forbids.
    <Menu open={open} onOpenChange={onOpenChange} modal={false}>
      <Trigger asChild>
        <ExistingTrigger element={trigger} />
      </Trigger>
      {/* Outside the menu, which is gone by the time a form is sent. */}
      {items.map(
        (item) =>
          'post' in item && (
            <ActionForm
              key={item.text}
              ref={(form) => void forms.current.set(item.text, form)}
              values={item.post}
              hidden
            />
          ),
      )}
      <Portal container={landmarkOf(trigger.current)}>
        <Content
          {...rest}
          ref={panel}
          aria-label={name}
          aria-labelledby={undefined}
          data-print="hidden"
          align="end"
          sideOffset={DISTANCE_PX}
          collisionPadding={EDGE_PX}
          loop
          onFocus={focusFirstItem}
          onCloseAutoFocus={onCloseAutoFocus}
          onKeyDownCapture={onKeyDownCapture}
          onInteractOutside={keepOpen}
        >
          {items.map((item) => {
            const look = { className: itemClass, 'data-tone': item.tone }
            if ('to' in item) {
              return (
                <Item key={item.text} asChild>
                  <PageLink {...look} to={item.to}>
                    {drawItem(item)}
                  </PageLink>
                </Item>
              )
            }
            const isPending = isSending(navigation, action, item.post)
            return (
              <Item
                key={item.text}
                {...look}
                disabled={isPending}
                onSelect={() => forms.current.get(item.text)?.requestSubmit()}
              >
                {drawItem(isPending ? { ...item, text: item.pendingText } : item)}
              </Item>
            )
          })}
        </Content>
      </Portal>
    </Menu>
  )
}
