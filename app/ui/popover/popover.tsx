import type { ReactNode } from 'react'
import type { DropdownTheme } from '../dropdown/dropdown'
import styles from '../dropdown/dropdown.module.css'
import { useFloating } from '../floating/use-floating'

export type PopoverProps = {
  /** The panel's accessible name. */
  name: string
  /** The button's content. */
  face: ReactNode
  /** The button's class. */
  className: string | undefined
  theme?: DropdownTheme
  align?: 'start' | 'end'
  children: ReactNode
}

/** A panel of text and links that opens from a button; a `details` element in the server's HTML. */
export function Popover({ name, face, className, theme, align = 'start', children }: PopoverProps) {
  const { plainRef, button, loaded, panelProps } = useFloating(() => import('./popover-panel'))
  const look = { className: theme ? `${styles.dropdown} ${theme}` : styles.dropdown, 'data-theme': theme }
  return (
    <div className={styles.place} data-align={align}>
      {plainRef ? (
        <details ref={plainRef} open={panelProps.open}>
          <summary className={className}>{face}</summary>
          <div {...look}>{children}</div>
        </details>
      ) : (
        <button {...button} type="button" className={className} aria-haspopup="dialog">
          {face}
        </button>
      )}
      {loaded && (
        <loaded.PopoverPanel {...panelProps} {...look} name={name} align={align}>
          {children}
        </loaded.PopoverPanel>
      )}
    </div>
  )
}
