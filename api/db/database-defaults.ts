/** How long a query may take, and how many connections a process has, unless the operator has set something else. */
export const databaseDefaults = { databaseTimeoutMs: 8_000, databasePool: 10 } as const

/** Less than the ten seconds that the portal waits for an answer: it is told what is wrong, and not left waiting. */
export const connectTimeoutMs = 5_000
