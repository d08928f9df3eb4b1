import type { Queries } from 'api/db/database'
import type { z } from 'zod'
import type { storedLine } from './stored-invoice'

/** What accounts are charged, as the company decides. */
export interface ChargeRules {
  /** The numbers of the accounts that these rules bill. */
  accounts: readonly string[]
  /** The lines of an account's bill for a period, with how each was counted, and its due day. */
  billOf(account: string, period: string): { lines: z.input<typeof storedLine>[]; dueAt: string }
}

/** The rules for the accounts of a database on a day (`2026-11-01`); undefined where there are none. */
export type FindChargeRules = (db: Queries, day: string) => Promise<ChargeRules | undefined>
