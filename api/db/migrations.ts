import type { Migration } from './migration'
import { initial } from './migrations/0001-initial'

/** In the order in which they run. */
export const migrations = [initial] as const satisfies readonly Migration[]
