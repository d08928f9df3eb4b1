/**
 * The last migration of the version that replicas may still run while this one starts. A release moves it to its own last
 * one, and records its schema: `npx vitest run -u rolling-update`.
 */
export const lastOfLastVersion = '0001-initial'
