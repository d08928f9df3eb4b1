import { pino } from 'pino'

/** One JSON line per event. Never log personal data. */
export const createLog = (level: string) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })

export type Log = ReturnType<typeof createLog>
