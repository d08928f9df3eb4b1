/** Charges and payments by month: a drawing, and the same amounts as a table. */
export interface ChargesView {
  /** 'октябрь 2024 — сентябрь 2026' */
  span: string
  drawing: ChartDrawing
  /** Month, charged, paid; oldest first. */
  rows: readonly (readonly [month: string, charged: string, paid: string])[]
}

/** The drawing: x in `width` units that stretch to the available width, y in pixels from the top of `height`. */
export interface ChartDrawing {
  width: number
  height: number
  sums: readonly { y: number; text: string }[]
  /** `x` in percent of the width. */
  months: readonly { x: number; text: string }[]
  /** The horizontal grid lines, one path. */
  levels: string
  /** The charges: all columns, one path. */
  charged: string
  /** The payments: a line with one point per month. */
  paid: string
}
