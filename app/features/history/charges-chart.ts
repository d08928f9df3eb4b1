/** Charged against paid by month: a picture, and the same sums in words. */
export interface ChargesView {
  /** 'октябрь 2024 — сентябрь 2026' */
  span: string
  drawing: ChartDrawing
  /** Month, charged, paid; oldest first. */
  rows: readonly (readonly [month: string, charged: string, paid: string])[]
}

/**
 * The picture, ready to be drawn: across in `width` units that stretch to the place, down in pixels from the top of the
 * place, which is `height` high.
 */
export interface ChartDrawing {
  width: number
  height: number
  sums: readonly { y: number; text: string }[]
  /** `x` in percent of the width. */
  months: readonly { x: number; text: string }[]
  /** The lines of the sums as one path. */
  levels: string
  /** What was charged, as one path of all the columns. */
  charged: string
  /** What was paid: a line with a corner for each month. */
  paid: string
}
