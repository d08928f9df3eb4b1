import type { ChartFrame } from '~/ui/chart/chart'

/** Charges and payments by month: a drawing, and the same amounts as a table. */
export interface ChargesView {
  /** 'октябрь 2024 — сентябрь 2026' */
  span: string
  drawing: ChargesDrawing
  /** Month, charged, paid; oldest first. */
  rows: readonly (readonly [month: string, charged: string, paid: string])[]
}

export interface ChargesDrawing {
  frame: ChartFrame
  /** The charges: all columns, one path. */
  charged: string
  /** The payments: a line with one point per month. */
  paid: string
}
