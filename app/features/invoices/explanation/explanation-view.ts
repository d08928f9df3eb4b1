import type { ChartFrame } from '~/ui/chart/chart'

/** A formatted explanation. */
export interface ExplanationView {
  /** 'Начислено на 412,30 ₽ больше, чем в сентябре: включили отопление' */
  sentence: string
  /** What changed the charges, the largest change first. */
  steps: StepView[]
  /** What is to pay for both invoices now, and why it is not what was charged; empty: it is. */
  toPay: StepView[]
  picture: WaterfallView | null
  lines: LineView[]
  penalty: { rows: PenaltyDaysView[]; total: string } | null
}

/** A row of the table of reasons; a sum has no number. */
export interface StepView {
  number: number | null
  what: string
  was: string
  is: string
  amount: string
}

export interface LineView {
  /** Unique, also when two lines are of the same service. */
  key: string
  service: string
  method: string
  formula: string
  was: string
  changes: string
}

export interface PenaltyDaysView {
  key: string
  days: string
  base: string
  rate: string
  count: string
  /** How the amount was counted; empty where the portal can't tell. */
  formula: string
  amount: string
}

/** The way from one sum to the other: a drawing with its name in words. */
export interface WaterfallView {
  name: string
  /** The months of the first and the last column. */
  from: string
  to: string
  drawing: WaterfallDrawing
}

export interface WaterfallDrawing {
  /** Its labels are the numbers of the table's rows. */
  frame: ChartFrame
  /** The columns of the two invoices, of what made it dearer and of what made it cheaper; each one path. */
  totals: string
  dearer: string
  cheaper: string
  /** From the end of a column to the beginning of the next one. */
  joints: string
  /** The numbers of the smallest reasons, which are one column: '9–15'; null: each has its own. */
  rest: string | null
}
