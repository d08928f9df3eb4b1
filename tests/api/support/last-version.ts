/**
 * The last migration of the former version: replicas may still run it while this version starts. A release sets it to its
 * own last migration, and records its schema: `npx vitest run -u rolling-update`.
 */
export const lastOfLastVersion = '0001-initial'
