import type { Database } from 'api/db/database'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'

/** Waits until a query in this PostgreSQL database waits for a lock. */
export const waitForLock = ({ db }: Pick<Database, 'db'>) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000 },
  )
