/** Charged against paid by month: the words of the table, and pictures of it for a wide and a narrow place. */
export interface ChargesView {
  /** 'октябрь 2024 — сентябрь 2026' */
  span: string
  wide: ChartDrawing
  narrow: ChartDrawing
  /** Oldest first. */
  rows: readonly { period: string; month: string; charged: string; paid: string }[]
}

/** A picture in its own units, ready to be drawn. */
export interface ChartDrawing {
  width: number
  height: number
  /** Where the lines of the sums begin and end. */
  left: number
  right: number
  sums: readonly { y: number; text: string }[]
  months: readonly { x: number; text: string }[]
  monthsY: number
  /** What was charged, as one path of all the columns. */
  charged: string
  /** What was paid: a line, and its points as one path. */
  paid: string
  points: string
}
