/** The methods of pino that we use. Never log personal data. */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}

/** A log whose children add their fields to each line. */
export interface ParentLog extends Log {
  child(fields: object): Log
}

/** The log fields of an unexpected error, without the values that database errors contain. */
export const errorFields = (error: unknown) =>
  error instanceof Error
    ? { error: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack }
    : { error: 'not an Error' }

const noop = () => {}

/** Drops everything. */
export const noLog: Log = { debug: noop, info: noop, warn: noop, error: noop }
