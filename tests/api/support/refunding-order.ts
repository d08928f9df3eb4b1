import type { MortalOptions } from './mortal-api'

/** The order for a refunding process. */
export interface RefundingOrder extends MortalOptions {
  paymentId: string
  /** Whole kopecks. */
  amount: number
}
