import type { Tables } from 'api/db/tables'

/** One difference between the gateway's list and ours. No personal data. */
export interface Difference {
  kind: Tables['reconciliation_differences']['kind']
  /** The gateway's id of the payment or of the refund. */
  gatewayId: string
  /** Our id of the payment; null where there is none. */
  paymentId: string | null
  /** A status, or kopecks; null where there is nothing. */
  ours: string | null
  theirs: string | null
  /** Whether the normal path has brought our side up to date. */
  isMended: boolean
}

export interface Compared {
  /** How many the gateway listed. */
  payments: number
  refunds: number
  differences: Difference[]
}
