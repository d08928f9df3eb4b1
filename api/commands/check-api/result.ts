import type { EndpointName } from 'contract/endpoints'
import { alike, type Deviation } from './deviation'

/** What came out of one call of the contract. `without`: what customers see in a portal without it. */
export type Result = { name: EndpointName } & (
  | { verdict: 'holds' }
  | { verdict: 'deviates'; deviations: readonly Deviation[]; without: string }
  | { verdict: 'missing'; status: number; without: string }
  | { verdict: 'not checked'; reason: string }
)

export const notChecked = (name: EndpointName, reason: string): Result => ({
  name,
  verdict: 'not checked',
  reason,
})

/** Statuses of an API that does not have a call. */
const absent: readonly number[] = [404, 405, 501]

/** The result for a call that the API lacks, by its answer's status; null: the call exists. */
export const missing = (name: EndpointName, status: number, without: string): Result | null =>
  absent.includes(status) ? { name, verdict: 'missing', status, without } : null

/** Of a call that exists. */
export const judged = (name: EndpointName, deviations: readonly Deviation[], without: string): Result =>
  deviations.length === 0
    ? { name, verdict: 'holds' }
    : { name, verdict: 'deviates', deviations: alike(deviations), without }
