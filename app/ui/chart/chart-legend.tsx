import type { ReactNode } from 'react'
import styles from './chart.module.css'

export interface LegendItem {
  text: string
  /** The mark in a square of 16 units. */
  sample: ReactNode
  /** The sample is as wide as two squares. */
  wide?: boolean
}

/** What the marks of a chart mean. */
export function ChartLegend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={styles.legend}>
      {items.map(({ text, sample, wide = false }) => (
        <li key={text}>
          <svg
            className={styles.sample}
            viewBox={wide ? '0 0 32 16' : '0 0 16 16'}
            data-wide={wide}
            aria-hidden="true"
          >
            {sample}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  )
}
