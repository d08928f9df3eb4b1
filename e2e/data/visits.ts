import { WIDTHS, type Width } from '../checks/accessibility'
import type { ScriptMode } from '../support/portal-test'
import { type Look, looks } from './display-settings'
import type { Screen } from './screens'

/**
 * How a screen is visited: as whom, in which version of the site (none: the usual one), and at which widths axe runs.
 */
export interface Visit {
  who: 'guest' | 'customer'
  look: Look | undefined
  widths: readonly Width[]
}

/**
 * How the `index`th screen is visited with scripts and without. Every pair of script mode, version, width and visitor
 * occurs: within four consecutive screens, and between the two visits to each screen.
 */
export function visitOf(index: number, mode: ScriptMode): Visit {
  const turn = mode === 'on' ? 0 : 1
  const version = (index + turn) % 2
  const width = ((index >> 1) + turn) % 2
  const who = ((index ^ (index >> 1)) + turn) % 2
  return {
    who: who === 0 ? 'guest' : 'customer',
    look: version === 0 ? undefined : looks[(index >> 1) % looks.length],
    widths: WIDTHS.filter((_, at) => at === width),
  }
}

/** All different visits to a screen, for long runs. */
export const everyVisit = ({ openTo }: Screen): Visit[] =>
  (openTo === 'everybody' ? (['guest', 'customer'] as const) : (['guest'] as const)).flatMap((who) =>
    [undefined, ...looks].map((look) => ({ who, look, widths: WIDTHS })),
  )
