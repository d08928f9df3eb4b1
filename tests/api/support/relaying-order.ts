/** The first argument of a relaying process, as JSON. */
export interface RelayingOrder {
  dataDir: string
  databaseUrl: string | undefined
  /** ISO 8601: the process's clock stands still. */
  now: string
  /** smtp://… */
  smtpUrl: string
}
