import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Database as File, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { dataDirError } from 'process/settings'
import type { ConnectionCounts, CountedDialect } from './counted-dialect'

/**
 * Leaves out row locks (FOR UPDATE, SKIP LOCKED), which only PostgreSQL has: SQLite has one writing transaction at a
 * time, so no other one ever locks a row.
 */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode) {
    const { endModifiers = [], ...rest } = node
    const others = endModifiers.filter(({ modifier }) => modifier === undefined)
    super.visitSelectQuery(others.length > 0 ? { ...rest, endModifiers: others } : rest)
  }
}

/** How long the process blocks on another process's write; after that the wait is asynchronous. */
const blockingWaitMs = 20
const maxCachedStatements = 300
/** In characters. Longer statements are for hundreds of rows, rarely repeat, and take a megabyte each when prepared. */
const longestCachedStatement = 4_000
/** How long queries may run in a row before the driver yields to the event loop. */
const maxTurnMs = 10

/**
 * SQLite for Kysely. Unlike Kysely's own dialect it begins transactions IMMEDIATE (a deferred one fails midway when two
 * transactions read and then write), waits for another process's write without blocking this one, and caches prepared
 * statements.
 */
export const sqliteDialect = (dataDir: string, timeoutMs: number): CountedDialect =>
  sqliteFileDialect(() => openFile(dataDir, timeoutMs), timeoutMs)

/** Like `sqliteDialect`, with a file that `open` opens. */
export const sqliteFileDialect = (open: () => Promise<File>, timeoutMs: number): CountedDialect => {
  const driver = new SqliteFileDriver(open, timeoutMs)
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
    connections: () => driver.connections(),
  }
}

export const sqliteFileName = 'portal.sqlite'

const openFile = async (dataDir: string, timeoutMs: number): Promise<File> => {
  const path = join(dataDir, sqliteFileName)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // SQLite would let everybody read a new file, and gives its log the same rights.
    await writeFile(path, '', { flag: 'a', mode: 0o600 })
  } catch (error) {
    throw dataDirError(error, dataDir)
  }
  // Imported only here: a server on PostgreSQL does not load the driver.
  const { default: Sqlite } = await import('better-sqlite3')
  const file = new Sqlite(path, { timeout: blockingWaitMs })
  await retryWhileBusy(timeoutMs, () => {
    if (file.pragma('journal_mode', { simple: true }) !== 'wal') file.pragma('journal_mode = WAL')
  })
  file.pragma('synchronous = FULL')
  // Overwrites deleted data, so that a stolen file does not have it.
  file.pragma('secure_delete = ON')
  file.pragma('foreign_keys = ON')
  return file
}

const isBusy = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('SQLITE_BUSY')

const retryWhileBusy = async <Result>(timeoutMs: number, work: () => Result): Promise<Result> => {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await wait(1 + Math.random() * 10)
    }
  }
}

class SqliteFileDriver implements Driver {
  readonly #open: () => Promise<File>
  readonly #timeoutMs: number
  #connection: SqliteFileConnection | undefined
  #queue: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  #turnBeganAt = 0
  /** How many callers have the connection or wait for it. */
  #inLine = 0

  constructor(open: () => Promise<File>, timeoutMs: number) {
    this.#open = open
    this.#timeoutMs = timeoutMs
  }

  async init() {
    this.#connection = new SqliteFileConnection(await this.#open(), this.#timeoutMs)
  }

  async acquireConnection() {
    this.#inLine += 1
    const before = this.#queue
    let release = () => {}
    this.#queue = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    await this.#yieldAfterTurn()
    if (!this.#connection) throw new Error('The database is not open')
    return this.#connection
  }

  /** better-sqlite3 is synchronous: a series of awaited queries would never yield to the event loop. */
  async #yieldAfterTurn() {
    if (performance.now() - this.#turnBeganAt < maxTurnMs) return
    await nextTurn()
    this.#turnBeganAt = performance.now()
  }

  async releaseConnection() {
    this.#inLine -= 1
    this.#release()
  }

  connections(): ConnectionCounts {
    const used = Math.min(1, this.#inLine)
    return { used, idle: 1 - used, waiting: this.#inLine - used }
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    // After a full disk or a failed write SQLite has ended the transaction; its error is the one to report.
    if (this.#connection?.isInTransaction === false) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {
    this.#connection?.close()
  }
}

class SqliteFileConnection implements DatabaseConnection {
  readonly #file: File
  readonly #timeoutMs: number
  readonly #statements: LRUCache<string, Statement>

  constructor(file: File, timeoutMs: number) {
    this.#file = file
    this.#timeoutMs = timeoutMs
    this.#statements = new LRUCache({ max: maxCachedStatements, memoMethod: (sql) => file.prepare(sql) })
  }

  get isInTransaction() {
    return this.#file.inTransaction
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const isCached = sql.length <= longestCachedStatement
    const statement = isCached ? this.#statements.memo(sql) : this.#file.prepare(sql)
    if (statement.reader) {
      // The driver does not know the type of the rows.
      const rows = (await retryWhileBusy(this.#timeoutMs, () => statement.all(parameters))) as Row[]
      return { rows }
    }
    const { changes } = await retryWhileBusy(this.#timeoutMs, () => statement.run(parameters))
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  /** Required by Kysely's interface. */
  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported')
  }

  close() {
    this.#file.close()
  }
}
