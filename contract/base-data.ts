import { z } from 'zod'
import { extension } from './features'

const menuLink = z.object({ title: z.string(), url: z.string() })

export interface MenuItem {
  title: string
  url: string
  children?: MenuItem[] | null | undefined
}

export const menuItem: z.ZodType<MenuItem> = z.object({
  title: z.string(),
  url: z.string(),
  get children() {
    return z.array(menuItem).nullish()
  },
})

const workingHours = z.object({ days: z.string(), hours: z.string() })
export type WorkingHours = z.output<typeof workingHours>

export const location = z.object({
  title: z.string(),
  address: z.string(),
  phone: z.string().nullish(),
  workingHours: z.union([z.string(), z.array(workingHours)]).nullish(),
})
export type Location = z.output<typeof location>

export const contacts = z.object({
  phones: z.array(z.object({ title: z.string().nullish(), number: z.string() })),
  email: z.string(),
  address: z.string(),
  locations: z.array(location).nullish(),
})
export type Contacts = z.output<typeof contacts>

const company = z.object({
  name: z.string(),
  /** A path of the portal or an https address. */
  logo: z.string().nullish(),
  /** A colour, '#0b5a5a'. */
  accent: z.string().nullish(),
})

/** The content of the frame around every page. */
export const baseData = z.object({
  topMenu: z.array(menuItem),
  footerMenu: z.array(z.object({ title: z.string(), items: z.array(menuLink) })),
  contacts,
  workingHours: z.array(workingHours),
  company: company.nullish(),
  /** See `featureNames`; unknown names are ignored. */
  features: z.array(z.string()).nullish(),
  /** The values of `kind` in calls that begin a payment; unknown ones are ignored. Absent: cards alone. */
  paymentKinds: z.array(z.string()).nullish(),
  /** How many accounts one payment may have, if fewer than `mostAccountsAtOnce`. */
  accountsAtOnce: extension(z.int().min(1)),
  /** Account numbers have digits only: their fields get a numeric keyboard. */
  accountNumbers: extension(z.literal('digits')),
})
export type BaseData = z.output<typeof baseData>
