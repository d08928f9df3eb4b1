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

/** Of a call that exists. */
export const judged = (name: EndpointName, deviations: readonly Deviation[], without: string): Result =>
  deviations.length === 0
    ? { name, verdict: 'holds' }
    : { name, verdict: 'deviates', deviations: alike(deviations), without }
