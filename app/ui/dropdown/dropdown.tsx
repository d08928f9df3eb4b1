import type { KeyboardEvent, ReactNode } from 'react'
import { useFloating } from '../floating/use-floating'
import { Icon } from '../icon/icon'
import { ActionRow, type DropdownItem } from './action-row'
import styles from './dropdown.module.css'

/** The look of a dropdown; each theme extends the base one. Used as class and as `data-theme`. */
export type DropdownTheme = 'location-dropdown' | 'dots-dropdown'

export type DropdownProps = {
  /** The menu's accessible name. */
  name: string
  /** The button's content. */
  face: ReactNode
  /** The button's class. */
  className: string | undefined
  theme?: DropdownTheme
  items: readonly DropdownItem[]
}

/**
 * A menu of actions. The server renders a row of links and buttons instead, one line of the button's height: nothing
 * moves when scripts replace it with the button.
 */
export function Dropdown({ name, face, className, theme, items }: DropdownProps) {
  const { plainRef, button, openPanel, loaded, panelProps } = useFloating(() => import('./dropdown-menu'))
  const look = { className: theme ? `${styles.dropdown} ${theme}` : styles.dropdown, 'data-theme': theme }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || panelProps.open) return
    event.preventDefault()
    openPanel()
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
