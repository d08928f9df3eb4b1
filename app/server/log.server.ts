import type { createLog } from 'monitoring/create-log'

/** Never log personal data. */
export type Log = ReturnType<typeof createLog>
