import type { Fault } from './faulty-gateway'

/** The first argument of a replica's process, as JSON. */
export interface ReplicaStart {
  dataDir: string
  databaseUrl: string | undefined
  /** The API's settings, as environment variables. */
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

/** `now`: sets the replica's clock, to which its offset is added; then the clock runs. */
export type ReplicaOrder = { id: number; now: string } & (
  | { do: 'answer'; request: SentRequest }
  | { do: 'run jobs' }
  | { do: 'fail at the gateway'; faults: Fault[] }
  | { do: 'send letters' }
)

/** The result of an order, if it has one. */
export interface ReplicaResult {
  answer?: SentAnswer
  /** The message ids of the letters that this replica sent. */
  letters?: string[]
}

export type ReplicaReport = { id: number } & ({ done: ReplicaResult } | { failed: string })
