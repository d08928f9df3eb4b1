import type { ReactNode } from 'react'
import styles from './stack.module.css'

export type StackProps = {
  children: ReactNode
  /** `column`: one below another; `row`: side by side, wrapping. */
  direction?: 'column' | 'row'
  gap?: 'small' | 'medium' | 'large'
  /** Limits the width for text and forms. */
  narrow?: boolean
}

/** Sets the distance between its children. */
export function Stack({ children, direction = 'column', gap = 'medium', narrow = false }: StackProps) {
  return (
    <div className={styles.stack} data-direction={direction} data-gap={gap} data-narrow={narrow}>
      {children}
    </div>
  )
}
