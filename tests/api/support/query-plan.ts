import type { Database } from 'api/db/database'
import { CompiledQuery } from 'kysely'
import { z } from 'zod'

export interface Finding {
  /** The call or step that sends the statement. */
  by?: string
  /** The line of the plan. */
  what: string
  sql: string
}

const explainable = /^\s*(select|insert|update|delete|with)\b/i

/**
 * Finds where this statement would read the whole of a growing table, or sort more rows of it than one customer or account
 * has. The plan is the database's own, for these values.
 */
export const findingsOf = async (
  database: Database,
  query: CompiledQuery,
  grows: (table: string) => boolean,
): Promise<Finding[]> => {
  if (!explainable.test(query.sql)) return []
  const judge = database.dialect === 'sqlite' ? onSqlite : onPostgres
  const found = await judge(database, query, grows).catch((error: unknown) => {
    throw new Error(`no plan for ${query.sql}`, { cause: error })
  })
  return found.map((what) => ({ what, sql: query.sql }))
}

type Judge = (
  database: Database,
  query: CompiledQuery,
  grows: (table: string) => boolean,
) => Promise<string[]>

const sqliteRow = z.object({ detail: z.string() })

const onSqlite: Judge = async ({ db }, { sql, parameters }, grows) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]))
  const lines = rows.map((row) => sqliteRow.parse(row).detail)
  const tableIn = (line: string) => {
    const alias = /^(?:SCAN|SEARCH) (\S+)/.exec(line)?.[1] ?? ''
    return new RegExp(`"(\\w+)" as "${alias}"`).exec(sql)?.[1] ?? alias
  }
  const scans = lines.filter((line) => line.startsWith('SCAN ') && grows(tableIn(line)))
  const isWide = lines.some((line) => /^SEARCH /.test(line) && !/=\?/.test(line) && grows(tableIn(line)))
  const sorts = lines.filter((line) => /TEMP B-TREE FOR (ORDER|GROUP)/.test(line))
  return [...scans, ...(isWide || scans.length > 0 ? sorts : [])]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Plan Rows': number
  Plans?: PlanNode[] | undefined
}

const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Plan Rows': z.number(),
    Plans: z.array(planNode).optional(),
  }),
)
const postgresRow = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planNode })) })
/** More rows than an account or a customer has of anything. */
const manyRows = 1_000

const onPostgres: Judge = async ({ db }, { sql, parameters }, grows) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]))
  return rows
    .flatMap((row) => postgresRow.parse(row)['QUERY PLAN'])
    .flatMap(({ Plan }) => nodesOf(Plan))
    .flatMap((node) => {
      const { 'Node Type': type, 'Relation Name': table = '', Plans: [sorted] = [] } = node
      if (type === 'Seq Scan' && grows(table)) return [`${type} on ${table}`]
      if (type === 'Sort' && sorted && sorted['Plan Rows'] > manyRows)
        return [`${type} of ${sorted['Plan Rows']} rows`]
      return []
    })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
