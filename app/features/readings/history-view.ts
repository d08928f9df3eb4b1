import type { ChartFrame } from '~/ui/chart/chart'

/** One reading of the history. */
export interface PastReadingView {
  /** 'октябрь 2026' */
  period: string
  when: string
  name: string
  value: string
  volume: string
  source: string
  isEstimated: boolean
}

/** The volumes of one meter by month, as columns. */
export interface VolumesDrawing {
  name: string
  frame: ChartFrame
  /** Where zero is. */
  base: number
  /** The columns' outlines: what was read, and what was estimated. */
  read: string
  estimated: string
}

export interface ReadingHistoryView {
  rows: PastReadingView[]
  isFirst: boolean
  nextCursor: string | null
  /** Null for several meters together, and for fewer than two months. */
  drawing: VolumesDrawing | null
}
