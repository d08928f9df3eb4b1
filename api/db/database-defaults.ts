/** The query timeout and the pool size, unless the operator sets others. */
export const databaseDefaults = { databaseTimeoutMs: 8_000, databasePool: 10 } as const

/** Less than the ten seconds after which the portal gives up on the API, so that the portal gets a clear error. */
export const connectTimeoutMs = 5_000
