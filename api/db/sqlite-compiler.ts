import { type SelectQueryNode, SqliteQueryCompiler } from 'kysely'

/**
 * Leaves out what locks rows (FOR UPDATE, SKIP LOCKED) and only PostgreSQL has: on SQLite one transaction writes at a
 * time, so that no row is ever locked by another.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode) {
    const { endModifiers = [], ...rest } = node
    const others = endModifiers.filter(({ modifier }) => modifier === undefined)
    super.visitSelectQuery(others.length > 0 ? { ...rest, endModifiers: others } : rest)
  }
}
