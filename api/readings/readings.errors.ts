import { DomainError } from 'api/domain-error'
import type { Zone } from 'contract/readings'
import type { Window } from './reading-window'

/** What is wrong with one value. */
export type ValueProblem =
  | { code: 'unknown_meter' }
  | { code: 'unknown_zone' }
  | { code: 'not_a_number' }
  | { code: 'negative' }
  | { code: 'too_long'; digits: number }
  | { code: 'too_precise'; decimals: number }

export interface WrongValue {
  meter: string
  zone: Zone
  problem: ValueProblem
}

/** A reading that the customer has to confirm; decimals as text. */
export interface Doubt {
  meter: string
  zone: Zone
  reason: 'unusual' | 'rollover'
  volume: string
  usual: string | null
  /** It corrects what was sent in the same month. */
  corrects: boolean
}

/** Why readings, or a question about them, are refused. */
export type ReadingsProblem =
  /** Not a meter of the account. */
  | { code: 'not_found' }
  | { code: 'nothing_sent' }
  | { code: 'window_closed'; window: Window }
  | { code: 'wrong_values'; values: readonly WrongValue[] }
  /** `likely`: two zones typed into each other's field, or a correction of what was sent in the same month. */
  | { code: 'confirm_required'; doubts: readonly Doubt[]; likely: 'swapped' | 'correction' | null }
  /** No letter had such a link. */
  | { code: 'unknown_reminder_link' }
  /** Too many forms of one account in 24 hours. */
  | { code: 'too_many'; retryAfterSeconds: number }

export class ReadingsError extends DomainError {
  override readonly name = 'ReadingsError'

  constructor(readonly problem: ReadingsProblem) {
    super(problem.code)
  }
}
