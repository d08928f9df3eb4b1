import { type BaseData, baseData } from 'contract/base-data'
import type { PageRedirect } from 'contract/pages'
import { z } from 'zod'

/** Parses `site.json`. Throws a SyntaxError or a ZodError. */
export const parseSite = (text: string): BaseData => baseData.parse(JSON.parse(text))

const sitePath = z.string().regex(/^\/(?![/\\])/, 'must be a path of the site')

const redirects = z.record(
  sitePath,
  z.strictObject({
    url: z.union(
      [sitePath, z.url({ protocol: /^https$/ })],
      'must be a path of the site or an https: address',
    ),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]),
  }),
)

/** Parses `redirects.json`: targets by path. Throws an Error, a SyntaxError or a ZodError. */
export function parseRedirects(text: string): ReadonlyMap<string, PageRedirect> {
  const entries = Object.entries(redirects.parse(JSON.parse(text)))
  const loop = entries.find(([path, { url }]) => url === path)
  if (loop) throw new Error(`${loop[0]}: leads to itself`)
  return new Map(entries)
}
