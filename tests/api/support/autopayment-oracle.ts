import { addDays, addMonths } from 'format/dates'

export interface OracleLine {
  period: string
  outcome: 'charged' | 'skipped' | 'failed'
  amount: number | null
}

export interface OracleRule {
  rule: 'invoice' | 'monthly'
  day?: number
  amount?: number
  limit: number
}

/** The bank's answers to the attempts of one period. */
export type Fate =
  | 'paid'
  | 'insufficient_funds'
  | 'payment_method_limit_exceeded'
  | 'general_decline'
  | 'card_expired'

interface OracleRun {
  period: string
  chargeOn: string
  /** The amount of the last letter, in kopecks; null if none was sent. */
  announced: number | null
  isOverLimitReported: boolean
  attempts: number
}

/** The debt of an account, in kopecks. */
export class OracleAccount {
  owed = 0
  /** The part of the debt that comes from refunds. */
  fromRefunds = 0

  invoice(amount: number) {
    this.#add(amount)
  }

  /** A payment by hand, or a correction of the company's books. */
  credit(amount: number) {
    this.#add(-amount, -amount)
  }

  /** A payment by an autopayment. */
  charge(amount: number) {
    this.#add(-amount)
  }

  refund(amount: number) {
    this.#add(amount, amount)
  }

  #add(amount: number, fromRefunds = 0) {
    this.owed += amount
    this.fromRefunds = Math.max(0, Math.min(this.fromRefunds + fromRefunds, this.owed))
  }
}

/**
 * The expected behaviour of an autopayment by simple arithmetic on days, without moments, transactions and gateways.
 * One run at a time, since runs don't overlap.
 */
export class Oracle {
  stopped = false
  readonly lines: OracleLine[] = []
  readonly letters: string[] = []
  #run: OracleRun | null = null

  constructor(
    readonly rule: OracleRule,
    readonly fateOf: (period: string, attempt: number) => Fate,
    /** Shared with the autopayments of other customers. */
    readonly account = new OracleAccount(),
  ) {}

  /** At 00:30, after the account has got its invoice. */
  invoiceComes(day: string) {
    if (this.rule.rule === 'invoice' && !this.stopped) {
      this.#begin(addMonths(day.slice(0, 7), -1), addDays(day, 1))
    }
  }

  /** At 09:00. */
  morning(day: string) {
    const tomorrow = addDays(day, 1)
    const isEve = this.rule.rule === 'monthly' && Number(tomorrow.slice(8)) === this.rule.day
    if (isEve && !this.stopped) this.#begin(tomorrow.slice(0, 7), tomorrow)
  }

  /** The bank's expected answer at 10:00; null when no charge is expected. */
  nextFate(day: string): Fate | null {
    const run = this.#run
    if (run?.chargeOn !== day || run.announced === null) return null
    if (this.#wanted < 100 || this.#wanted > this.rule.limit) return null
    return this.fateOf(run.period, run.attempts + 1)
  }

  /** Whether nothing is expected at 09:00 and 10:00. */
  isQuiet(day: string) {
    const isEve = Number(addDays(day, 1).slice(8)) === this.rule.day
    return !isEve && this.#run?.chargeOn !== day
  }

  /** A little after 10:00. */
  charge(day: string) {
    const run = this.#run
    if (run?.chargeOn !== day) return
    const fate = this.nextFate(day)
    if (this.#wanted < 100) this.#end({ period: run.period, outcome: 'skipped', amount: null })
    else if (this.#wanted > this.rule.limit) {
      if (!run.isOverLimitReported) this.letters.push('autopayment-over-limit')
      this.#end({ period: run.period, outcome: 'skipped', amount: this.#wanted })
    } else if (run.announced === null || fate === null) this.#warn(run, addDays(day, 2))
    else this.#attempt(run, Math.min(this.#wanted, run.announced), fate)
  }

  /** A refund of a charge, made in the bank's office. */
  refund(amount: number) {
    this.account.refund(amount)
    this.letters.push('refund')
  }

  get #wanted() {
    const { owed, fromRefunds } = this.account
    return this.rule.rule === 'monthly' ? Math.min(this.rule.amount ?? owed, owed) : owed - fromRefunds
  }

  #begin(period: string, chargeOn: string) {
    if (this.#run) throw new Error('Two runs at once')
    const run = { period, chargeOn, announced: null, isOverLimitReported: false, attempts: 0 }
    this.#run = run
    if (this.#wanted < 100) return
    if (this.#wanted <= this.rule.limit) return this.#warn(run, chargeOn)
    run.isOverLimitReported = true
    this.letters.push('autopayment-over-limit')
  }

  #warn(run: OracleRun, chargeOn: string) {
    run.announced = this.#wanted
    run.chargeOn = chargeOn
    this.letters.push('autopayment-warning')
  }

  #attempt(run: OracleRun, amount: number, fate: Fate) {
    run.attempts += 1
    const { period } = run
    if (fate === 'paid') {
      this.account.charge(amount)
      this.letters.push('payment-receipt')
      return this.#end({ period, outcome: 'charged', amount })
    }
    const pauses = {
      insufficient_funds: [1, 2],
      payment_method_limit_exceeded: [1],
      general_decline: [],
      card_expired: [],
    }
    const pause = pauses[fate][run.attempts - 1]
    if (pause === undefined) {
      this.stopped = fate === 'card_expired'
      this.letters.push(this.stopped ? 'autopayment-suspended' : 'autopayment-failed')
      return this.#end({ period, outcome: 'failed', amount })
    }
    this.lines.push({ period, outcome: 'failed', amount })
    this.letters.push('autopayment-retry')
    run.announced = amount
    run.chargeOn = addDays(run.chargeOn, pause)
  }

  #end(line: OracleLine) {
    this.lines.push(line)
    this.#run = null
  }
}
