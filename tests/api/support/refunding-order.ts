import type { MortalOptions } from './mortal-api'

/** What a refunding process has to do. */
export interface RefundingOrder extends MortalOptions {
  paymentId: string
  /** Whole kopecks. */
  amount: number
}
