import { openAges, openStates } from 'api/payments'
import { withTimeout } from 'process/with-timeout'
import { Gauge, type Registry } from 'prom-client'
import type { DatabaseState } from './database-state.repository'

/** One scrape reads several gauges, and several servers may scrape. */
const freshMs = 5_000
/** Shorter than Prometheus waits for a scrape (10 seconds). */
const withinMs = 2_000

interface DatabaseGaugesOptions {
  read: () => Promise<DatabaseState>
  now?: () => number
  timeoutMs?: number
}

/**
 * Adds gauges that are read from the database at each scrape. If it does not answer in time, they are absent, and
 * portal_database_up is 0.
 */
export const addDatabaseGauges = (
  registry: Registry,
  { read, now = () => performance.now(), timeoutMs = withinMs }: DatabaseGaugesOptions,
) => {
  let last: { at: number; state: DatabaseState | null } | undefined
  let pending: Promise<DatabaseState | null> | undefined

  /** Null without an answer. Starts no second query while one hangs. */
  const readOnce = () => {
    pending ??= read()
      .catch(() => null)
      .then((state) => {
        last = { at: now(), state }
        pending = undefined
        return state
      })
    return pending
  }
  const current = async () =>
    last?.state && now() - last.at < freshMs ? last.state : withTimeout(readOnce(), timeoutMs, null)

  const registers = [registry]
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    set: (gauge: Gauge, state: DatabaseState) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const state = await current()
        // Without labels `reset` would set it to 0, which looks like a value.
        if (labelNames.length === 0) this.remove()
        else this.reset()
        if (state) set(this, state)
      },
    })

  new Gauge({
    name: 'portal_database_up',
    help: 'Whether the database answered the questions of this page: 1 or 0.',
    registers,
    async collect() {
      this.set((await current()) ? 1 : 0)
    },
  })
  gauge(
    'portal_payments_open',
    'Payments that are not final, by state and age: begun at most 10 minutes, an hour, a day ago, or older.',
    ['state', 'age'],
    (open, { payments }) => {
      for (const state of openStates) for (const age of openAges) open.set({ state, age }, 0)
      for (const { state, age, count } of payments) open.set({ state, age }, count)
    },
  )
  gauge(
    'portal_letters',
    'Letters that wait to be sent, and letters given up in the last 30 days (dead).',
    ['state'],
    (letters, { letters: { waiting, dead } }) => {
      letters.set({ state: 'waiting' }, waiting)
      letters.set({ state: 'dead' }, dead)
    },
  )
  gauge(
    'portal_step_lag_seconds',
    'By how much the oldest piece of work of a step is overdue.',
    ['step'],
    (lag, { lags }) => {
      for (const [step, seconds] of Object.entries(lags)) lag.set({ step }, seconds)
    },
  )
  gauge(
    'portal_charges_on_hold',
    'Whether saved cards are not charged, as the database was restored: 1 or 0.',
    [],
    (onHold, { isOnHold }) => onHold.set(isOnHold ? 1 : 0),
  )
  gauge(
    'portal_reconciliation_differences',
    'Differences that the last daily reconciliation with the gateway has found: open ones, and mended ones.',
    ['gateway', 'state'],
    (differencesGauge, { reconciliations }) => {
      for (const { gateway, differences, mended } of reconciliations) {
        differencesGauge.set({ gateway, state: 'open' }, differences - mended)
        differencesGauge.set({ gateway, state: 'mended' }, mended)
      }
    },
  )
  gauge(
    'portal_reconciliation_last_end_timestamp_seconds',
    'When the last daily reconciliation with the gateway has ended, in seconds since 1970.',
    ['gateway'],
    (endedAt, { reconciliations }) => {
      for (const { gateway, finishedAt } of reconciliations)
        endedAt.set({ gateway }, new Date(finishedAt).getTime() / 1_000)
    },
  )
  gauge(
    'portal_backup_last_end_timestamp_seconds',
    'When the command backup has last succeeded, in seconds since 1970; 0: not in the last 30 days.',
    [],
    (endedAt, { lastBackupAt }) =>
      endedAt.set(lastBackupAt === null ? 0 : new Date(lastBackupAt).getTime() / 1_000),
  )
}
