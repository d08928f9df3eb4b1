import type { Database } from 'api/db/database'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { columnsOf } from '../support/database-columns'
import { openMigratedDatabase } from '../support/migrated-database'

/** `text`, `number`, `text null` or `number default` of each column, by `table.column`. */
type Columns = Record<string, string>

const describeColumn = (
  scalar: string,
  { nullable, hasDefault }: { nullable: boolean; hasDefault: boolean },
) => `${scalar}${nullable ? ' null' : hasDefault ? ' default' : ''}`

/** The columns of `Tables`, which migrations declare, by the compiler. */
const typedColumns = (): Columns => {
  const program = ts.createProgram(['api/db/tables.ts'], {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { '*': [`${process.cwd()}/*`] },
    types: [],
    // The types of the columns need no other libraries.
    lib: ['lib.es5.d.ts'],
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile('api/db/tables.ts')
  const tables = file?.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'Tables',
  )
  if (!tables) throw new Error('api/db/tables.ts has no Tables')
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol)
  /** One side of kysely's ColumnType; a plain type has both sides equal. */
  const side = (type: ts.Type, name: '__select__' | '__insert__') => {
    const symbol = type.getProperty(name)
    return symbol ? typeOf(symbol) : type
  }
  const has = (type: ts.Type, flag: ts.TypeFlags) =>
    (type.isUnion() ? type.types : [type]).some((member) => member.flags & flag)
  /** A branded value is its scalar and the brand. */
  const isOf = (type: ts.Type, flag: ts.TypeFlags) =>
    (type.isIntersection() ? type.types : [type]).some((part) => part.flags & flag)
  const scalarOf = (type: ts.Type) => {
    const value = checker.getNonNullableType(type)
    const members = value.isUnion() ? value.types : [value]
    if (members.every((member) => isOf(member, ts.TypeFlags.StringLike))) return 'text'
    if (members.every((member) => isOf(member, ts.TypeFlags.NumberLike))) return 'number'
    return checker.typeToString(type)
  }
  return Object.fromEntries(
    checker.getPropertiesOfType(checker.getTypeAtLocation(tables)).flatMap((table) =>
      checker.getPropertiesOfType(typeOf(table)).map((column) => {
        const selected = side(typeOf(column), '__select__')
        const inserted = side(typeOf(column), '__insert__')
        return [
          `${table.name}.${column.name}`,
          describeColumn(scalarOf(selected), {
            nullable: has(selected, ts.TypeFlags.Null),
            hasDefault: has(inserted, ts.TypeFlags.Undefined),
          }),
        ]
      }),
    ),
  )
}

/** The columns that the migrations have created. */
const migratedColumns = async (database: Database): Promise<Columns> =>
  Object.fromEntries(
    (await columnsOf(database)).map(({ table, name, type, ...more }) => [
      `${table}.${name}`,
      describeColumn(type, more),
    ]),
  )

const typed = typedColumns()

describeOnEachDatabase('the types of the tables', (kind) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await openMigratedDatabase(kind))
  })
  afterAll(() => close())

  test('match the columns of the migrated database, with nulls and defaults', async () => {
    expect(typed).toEqual(await migratedColumns(database))
  })
})
