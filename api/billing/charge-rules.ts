import type { Queries } from 'api/db/database'
import type { CountedVolumes, FindTariffs, MeteredService } from 'api/readings'
import type { z } from 'zod'
import type { storedLine } from './stored-invoice'

/** The company's rules for what accounts are charged. */
export interface ChargeRules {
  /** The numbers of the accounts that these rules bill. */
  accounts: readonly string[]
  /** The norm of a metered service, thousandths of its unit a month. */
  normOf(account: string, service: MeteredService): number
  /** The price of a unit of a metered service in a period, kopecks; `null` if the service is not charged by itself. */
  tariffOf(account: string, service: MeteredService, period: string): number | null
  /**
   * The lines of an account's bill for a period, with the method of each, and its due day. `counted`: the volumes of the
   * account's meters, and the corrections of earlier periods.
   */
  billOf(
    account: string,
    period: string,
    counted: Pick<CountedVolumes, 'charged' | 'corrected'>,
  ): { lines: z.input<typeof storedLine>[]; dueAt: string }
}

/** The rules for the accounts of a database on a day (`2026-11-01`); undefined if there are none. */
export type FindChargeRules = (db: Queries, day: string) => Promise<ChargeRules | undefined>

/** For a company that bills with another program. */
export const noChargeRules: FindChargeRules = async () => undefined

/** The tariffs of the accounts that the rules bill. */
export const tariffsBy =
  (chargeRules: FindChargeRules): FindTariffs =>
  async (db, day) => {
    const rules = await chargeRules(db, day)
    return (account, service) =>
      rules?.accounts.includes(account) ? rules.tariffOf(account, service, day.slice(0, 7)) : null
  }
