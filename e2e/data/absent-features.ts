import { servedFeatures } from '../../api/features'
import type { Feature } from '../../contract/features'

const patternsOf: Partial<Record<Feature, readonly string[]>> = {
  security: ['/login/code', '/not-me/:id', '/personal/security'],
  'my-data': ['/deletion-undo/:id', '/personal/my-data'],
}

/** Patterns of pages that are not found, because the embedded product API lacks their feature. */
export const absentPatterns: ReadonlySet<string> = new Set(
  Object.entries(patternsOf).flatMap(([feature, patterns]) =>
    servedFeatures.some((served) => served === feature) ? [] : patterns,
  ),
)
