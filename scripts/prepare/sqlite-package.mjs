const [major = 0] = process.versions.node.split('.').map(Number)

/** What api/db/sqlite-driver.ts loads on this Node. Only version 12 has to be fetched or compiled. */
export const SQLITE_PACKAGE = major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3'
