/** What is asked of a logger; pino's fits. No personal data goes in. */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}

/** Of an unexpected error: what it is and where, and not the values that a database puts beside its message. */
export const errorFields = (error: unknown) =>
  error instanceof Error
    ? { error: error.name, code: 'code' in error ? error.code : undefined, stack: error.stack }
    : { error: 'not an Error' }
