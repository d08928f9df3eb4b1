import { baseData, contacts, location, type MenuItem } from 'contract/base-data'
import { parsePhone } from 'format/phone'
import { z } from 'zod'
import { parseYaml } from './yaml-text'

export const sitePath = z.string().regex(/^\/(?![/\\])[^\p{Cc} \\]*$/u, 'must be a path of the site')

const isHttps = (text: string) => {
  if (!/^https:\/\/[^\p{Cc} \\]+$/iu.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** An address that the portal shows. It drops items with any other address. */
export const address = z.union(
  [sitePath, z.string().refine(isHttps)],
  'must be a path of the site or an https: address',
)

const link = z.object({ title: z.string(), url: address })
const item: z.ZodType<MenuItem> = link.extend({
  get children() {
    return z.array(item).nullish()
  },
})
const phone = z
  .string()
  .refine((number) => parsePhone(number) === number, 'must be a telephone such as +78000001015')

/** Menus, contacts and working hours. The company and the features are not in this file. */
const site = baseData
  .omit({ company: true, features: true })
  .extend({
    topMenu: z.array(item),
    footerMenu: z.array(z.object({ title: z.string(), items: z.array(link) })),
    contacts: contacts.extend({
      phones: z.array(z.object({ title: z.string().nullish(), number: phone })),
      locations: z.array(location.extend({ phone: phone.nullish() })).nullish(),
    }),
  })
  .strict()
export type Site = z.output<typeof site>

/** Used without a valid `site.json`. */
export const emptySite: Site = {
  topMenu: [],
  footerMenu: [],
  contacts: { phones: [], email: '', address: '' },
  workingHours: [],
}

/** Parses `site.json`. Throws a BadFile. */
export const parseSite = (text: string): Site => parseYaml(text, site)
