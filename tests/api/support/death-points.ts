import { isLongRun } from '../../support/long-run'
import type { DatabaseKind } from '../../support/selected-databases'

/**
 * Where a process dies: before and after each of the four transactions of a charge (intent, claim, the bank's own,
 * outcome), and before and after the call of the gateway.
 */
const deathPoints = [
  'before commit 1',
  'after commit 1',
  'before commit 2',
  'after commit 2',
  'before the gateway is told',
  'before commit 3',
  'after commit 3',
  'after the gateway has answered',
  'before commit 4',
  'after commit 4',
] as const
export type DeathPoint = (typeof deathPoints)[number]

/** All points in a long run. Otherwise every other one: each point is tried on one kind of database. */
export const deathPointsOn = (kind: DatabaseKind): readonly DeathPoint[] =>
  isLongRun ? deathPoints : deathPoints.filter((_, index) => (index % 2 === 0) === (kind === 'sqlite'))
