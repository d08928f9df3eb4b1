import type { Kopecks } from 'contract/money'
import type { ColumnType } from 'kysely'

/** Optional on insert: the column has a default. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>
export type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>
export type Flag = 0 | 1
/** Selected and compared as `Kopecks`, written as any number. */
export type Money = ColumnType<Kopecks, number, number>
export type DefaultedMoney = ColumnType<Kopecks, number | undefined, number>
export type NullableMoney = ColumnType<Kopecks | null, number | null | undefined, number | null>
