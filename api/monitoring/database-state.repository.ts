import { oldestDueRun } from 'api/autopayments'
import { findChargeHold } from 'api/db/charge-hold.repository'
import type { Queries } from 'api/db/database'
import { outboxDepth } from 'api/mail/outbox.repository'
import {
  type LastReconciliation,
  lastReconciliation,
  type OpenPayments,
  oldestDuePayment,
  oldestDueRefund,
  openPayments,
} from 'api/payments'
import { oldestDueMailRequest } from 'api/users'
import { DAY } from 'format/durations'

const backupDays = 30

/** The state of the database for operators. */
export interface DatabaseState {
  payments: OpenPayments[]
  letters: { waiting: number; dead: number }
  /** Seconds by which the oldest item of a step is overdue; 0 if nothing is. */
  lags: Readonly<Record<string, number>>
  /** Whether charges are on hold, as the database was restored. */
  isOnHold: boolean
  reconciliations: (LastReconciliation & { gateway: string })[]
  /** When the command `backup` last succeeded; null if not in the last 30 days. */
  lastBackupAt: string | null
}

/** Reads the state, by indexes alone. `gateways`: the names of the configured ones. */
export const readDatabaseState = async (
  db: Queries,
  { now, gateways }: { now: Date; gateways: readonly string[] },
): Promise<DatabaseState> => {
  const lag = (dueAt: string | null) =>
    dueAt === null ? 0 : Math.max(0, (now.getTime() - new Date(dueAt).getTime()) / 1_000)
  const { waiting, dead, oldestDueAt } = await outboxDepth(db)
  const reconciliations: DatabaseState['reconciliations'] = []
  for (const gateway of gateways) {
    const last = await lastReconciliation(db, gateway)
    if (last) reconciliations.push({ gateway, ...last })
  }
  return {
    payments: await openPayments(db, now),
    letters: { waiting, dead },
    // By the names of the steps.
    lags: {
      outbox: lag(oldestDueAt),
      'mail requests': lag(await oldestDueMailRequest(db)),
      payments: lag(await oldestDuePayment(db)),
      refunds: lag(await oldestDueRefund(db)),
      autopayments: lag(await oldestDueRun(db)),
    },
    isOnHold: (await findChargeHold(db)) !== undefined,
    reconciliations,
    lastBackupAt: await findLastBackup(db, new Date(now.getTime() - backupDays * DAY)),
  }
}

/** When the command `backup` last succeeded; null if not since then. */
const findLastBackup = async (db: Queries, since: Date): Promise<string | null> => {
  const last = await db
    .selectFrom('operator_log')
    .select('at')
    .where('at', '>=', since.toISOString())
    .where('action', '=', 'backup')
    .where('stage', '=', 'done')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.at ?? null
}
