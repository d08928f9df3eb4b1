import { WIDTHS, type Width } from '../checks/accessibility'
import type { ScriptMode } from '../support/portal-test'
import { type Look, looks } from './display-settings'
import type { Screen } from './screens'

/**
 * How a screen is visited: by a guest or a customer, in which look of the accessible version (undefined: the usual
 * version), and at which widths axe runs.
 */
export interface Visit {
  who: 'guest' | 'customer'
  look: Look | undefined
  widths: readonly Width[]
}

/** The script modes in which screens are visited. */
const visitModes = ['on', 'broken'] as const satisfies readonly ScriptMode[]
export type VisitMode = (typeof visitModes)[number]

/**
 * How the `index`th screen is visited. Within eight consecutive screens every pair of script mode, version, width and
 * visitor occurs.
 */
export function visitOf(index: number): Visit & { mode: VisitMode } {
  const [mode, version, width] = [index & 1, (index >> 1) & 1, (index >> 2) & 1]
  return {
    mode: mode === 0 ? 'on' : 'broken',
    who: (mode ^ version ^ width) === 0 ? 'guest' : 'customer',
    look: version === 0 ? undefined : looks[(index >> 2) % looks.length],
    widths: WIDTHS.filter((_, at) => at === width),
  }
}

/**
 * All visits to the `index`th screen for long runs, at every width. In the usual version: with and without working
 * scripts. In the accessible version: in one script mode and one scheme by turns, as a scheme is only colours. Within ten
 * consecutive screens every scheme occurs in both script modes.
 */
export const everyVisit = ({ openTo }: Screen, index: number): (Visit & { modes: readonly VisitMode[] })[] =>
  (openTo === 'everybody' ? (['guest', 'customer'] as const) : (['guest'] as const)).flatMap(
    (who, visitor) => {
      const turn = index + visitor
      return [
        { who, look: undefined, widths: WIDTHS, modes: visitModes },
        {
          who,
          look: looks[turn % looks.length],
          widths: WIDTHS,
          modes: visitModes.filter((_, at) => at === turn % visitModes.length),
        },
      ]
    },
  )
