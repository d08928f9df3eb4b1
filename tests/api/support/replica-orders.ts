import type { Fault } from './faulty-gateway'

/** What a replica's process is started with: JSON in its first argument. */
export interface ReplicaStart {
  dataDir: string
  databaseUrl: string | undefined
  /** Settings of the API, as the operator's environment has them. */
  env: Record<string, string>
  /** How far its clock is ahead of the others', in milliseconds. */
  clockOffsetMs: number
}

export interface SentRequest {
  url: string
  method: string
  headers: [string, string][]
  body: string | null
}

export interface SentAnswer {
  status: number
  headers: [string, string][]
  body: string
}

/** `now`: a moment to set the replica's clock by, before its own offset is added; from then on it runs by itself. */
export type ReplicaOrder = { id: number; now: string } & (
  | { do: 'answer'; request: SentRequest }
  | { do: 'run jobs' }
  | { do: 'reconcile' }
  | { do: 'fail at the gateway'; faults: Fault[] }
  | { do: 'send letters' }
  | { do: 'issue invoices'; through: string }
  | { do: 'take a run'; leaseMs: number }
  | { do: 'carry out the run' }
)

/** What came of an order, as far as it gives anything. */
export interface ReplicaResult {
  answer?: SentAnswer
  /** The message ids of the letters that this replica handed over. */
  letters?: string[]
  /** How many invoices this replica issued. */
  issued?: number
  run?: { id: string; fencingToken: number } | null
  /** The payment that the run has begun. */
  payment?: string | null
}

export type ReplicaReport = { id: number } & ({ done: ReplicaResult } | { failed: string })
