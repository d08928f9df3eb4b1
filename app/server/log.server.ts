import { pino } from 'pino'

/** One JSON line an event. Nothing that says who the visitor is may be handed to it. */
export const createLog = (level: string) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })

export type Log = ReturnType<typeof createLog>
