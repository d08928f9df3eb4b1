import type { Queries } from 'api/db/database'

export interface LastReconciliation {
  /** Moments: when it ended, and until when it has compared. */
  finishedAt: string
  comparedTo: string
  differences: number
  /** Of them. */
  mended: number
}

/** The last finished daily run of a gateway; undefined: there was none. */
export const lastReconciliation = (db: Queries, gateway: string): Promise<LastReconciliation | undefined> =>
  db
    .selectFrom('reconciliation_runs')
    .select(['finished_at as finishedAt', 'to_at as comparedTo', 'differences', 'mended'])
    .where('gateway', '=', gateway)
    .where('day', 'is not', null)
    .where('finished_at', 'is not', null)
    .$narrowType<{ finishedAt: string }>()
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
