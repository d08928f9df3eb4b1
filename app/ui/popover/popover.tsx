import type { ReactNode } from 'react'
import styles from '../dropdown/dropdown.module.css'
import type { DropdownTheme } from '../dropdown/dropdown-theme'
import { useFloating } from '../floating/use-floating'

export type PopoverProps = {
  /** What the panel is called for those who hear it. */
  name: string
  /** What stands on the button. */
  face: ReactNode
  /** The button's class. */
  className: string | undefined
  theme?: DropdownTheme
  align?: 'start' | 'end'
  children: ReactNode
}

/** Words, links and numbers that hang from a button; in the HTML they are there as `details`. */
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
