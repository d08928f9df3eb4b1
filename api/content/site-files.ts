import { baseData } from 'contract/base-data'
import type { PageRedirect } from 'contract/pages'
import { z } from 'zod'
import { parseYaml } from './yaml-text'

/** Menus, contacts and working hours. The company and the features are not in this file. */
const site = baseData.omit({ company: true, features: true }).strict()
export type Site = z.output<typeof site>

/** Where there is no valid `site.json`. */
export const emptySite: Site = {
  topMenu: [],
  footerMenu: [],
  contacts: { phones: [], email: '', address: '' },
  workingHours: [],
}

/** Parses `site.json`. Throws a BadFile. */
export const parseSite = (text: string): Site => parseYaml(text, site)

const sitePath = z.string().regex(/^\/(?![/\\])/, 'must be a path of the site')

const redirects = z
  .record(
    sitePath,
    z.strictObject({
      url: z.union(
        [sitePath, z.url({ protocol: /^https$/ })],
        'must be a path of the site or an https: address',
      ),
      status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]),
    }),
  )
  .superRefine((entries, context) => {
    for (const [path, { url }] of Object.entries(entries))
      if (url === path) context.addIssue({ code: 'custom', path: [path], message: 'leads to itself' })
  })

/** Parses `redirects.json`: targets by path. Throws a BadFile. */
export const parseRedirects = (text: string): ReadonlyMap<string, PageRedirect> =>
  new Map(Object.entries(parseYaml(text, redirects)))
