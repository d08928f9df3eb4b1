import type { KeyboardEvent, ReactNode } from 'react'
import { useFloating } from '../floating/use-floating'
import { Icon } from '../icon/icon'
import { ActionRow } from './action-row'
import styles from './dropdown.module.css'
import type { DropdownItem } from './dropdown-item'
import type { DropdownTheme } from './dropdown-theme'

export type DropdownProps = {
  /** What the menu is called for those who hear it. */
  name: string
  /** What stands on the button. */
  face: ReactNode
  /** The button's class. */
  className: string | undefined
  theme?: DropdownTheme
  items: readonly DropdownItem[]
}

/**
 * A menu of what can be done with something. The HTML has a row of links and buttons instead, which takes one line of
 * the button's height while scripts may still come: nothing moves when the button takes its place.
 */
export function Dropdown({ name, face, className, theme, items }: DropdownProps) {
  const { plainRef, button, loaded, panelProps } = useFloating(() => import('./dropdown-menu'))
  const look = { className: theme ? `${styles.dropdown} ${theme}` : styles.dropdown, 'data-theme': theme }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || panelProps.open) return
    event.preventDefault()
    button.onClick()
  }

  if (plainRef) return <ActionRow ref={plainRef} items={items} />
  return (
    <div className={styles.place}>
      <button {...button} type="button" className={className} aria-haspopup="menu" onKeyDown={openByArrow}>
        {face}
      </button>
      {loaded && (
        <loaded.DropdownMenu
          {...panelProps}
          {...look}
          name={name}
          items={items}
          itemClass={styles.item}
          drawItem={({ icon, text }) => (
            <>
              <Icon name={icon} />
              <span>{text}</span>
            </>
          )}
        />
      )}
    </div>
  )
}
