import type { ReactNode } from 'react'
import styles from './stack.module.css'

export type StackProps = {
  children: ReactNode
  /** `column` one under another; `row` beside each other, wrapping where there is no room. */
  direction?: 'column' | 'row'
  gap?: 'small' | 'medium' | 'large'
  /** Text and forms read best in a narrow column. */
  narrow?: boolean
}

/** The distance between neighbours. */
export function Stack({ children, direction = 'column', gap = 'medium', narrow = false }: StackProps) {
  return (
    <div className={styles.stack} data-direction={direction} data-gap={gap} data-narrow={narrow}>
      {children}
    </div>
  )
}
