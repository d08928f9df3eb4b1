import type Sqlite from 'better-sqlite3'

const [major = 0] = process.versions.node.split('.').map(Number)

/**
 * Opens an SQLite file with the driver for this Node. Version 13 needs Node 22. Version 12, kept for Node 20, aborts the
 * process on Node 24.19 and newer when a statement is garbage-collected.
 */
export const openSqlite = async (path: string, options?: Sqlite.Options): Promise<Sqlite.Database> => {
  const driver = await (major >= 22 ? import('better-sqlite3-13') : import('better-sqlite3'))
  return new driver.default(path, options)
}
