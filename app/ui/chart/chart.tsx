import type { ReactNode } from 'react'
import styles from './chart.module.css'

/**
 * The coordinates, grid and labels of a chart. x is in `width` units, which stretch to the available width. y is in
 * pixels from the top of `height`.
 */
export interface ChartFrame {
  width: number
  height: number
  /** The grid lines with their values. */
  levels: readonly ChartLevel[]
  /** The labels under the columns. */
  labels: readonly ChartLabel[]
}

export interface ChartLevel {
  y: number
  text: string
}

export interface ChartLabel {
  /** Percent of the width. */
  x: number
  text: string
}

interface ChartProps {
  /** The text alternative. */
  name: string
  frame: ChartFrame
  /** Whether a narrow chart may leave out two labels of three. */
  sparseLabels?: boolean
  /** The marks: paths in the frame's units. */
  children: ReactNode
}

/** A chart drawn on the server. Marks stretch with the width; labels and the thickness of lines do not. */
export function Chart({ name, frame, sparseLabels = false, children }: ChartProps) {
  const { width, height, levels, labels } = frame
  return (
    <div className={styles.place} data-alt={name}>
      <svg className={styles.chart} height={height} role="img" aria-label={name}>
        <svg
          className={styles.marks}
          width="100%"
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={styles.grid} d={levels.map(({ y }) => `M0 ${y}H${width}`).join('')} />
          {children}
        </svg>
        <g className={styles.levels}>
          {levels.map(({ y, text }) => (
            <text key={text} x="-8" y={y + 5}>
              {text}
            </text>
          ))}
        </g>
        <g className={styles.labels} data-sparse={sparseLabels}>
          {labels.map(({ x, text }) => (
            <text key={text} x={`${x}%`} y={height - 8}>
              {text}
            </text>
          ))}
        </g>
      </svg>
    </div>
  )
}

interface LegendItem {
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
