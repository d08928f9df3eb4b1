import type { AppLoadContext } from '@remix-run/node'
import type { BaseData } from 'contract/base-data'
import { formatPhone } from 'format/phone'
import type { PortalConfig } from '../config.server'

/** The name of the site in titles, header and footer: the company's own, or `SITE_TITLE` if base data have none. */
export const siteTitleOf = (base: BaseData | null, { siteTitle }: Pick<PortalConfig, 'siteTitle'>): string =>
  base?.company?.name || siteTitle

/** The name that signs a file for customers. */
export const companyName = async ({
  baseData,
  config,
}: Pick<AppLoadContext, 'baseData' | 'config'>): Promise<string> =>
  siteTitleOf(await baseData.current(), config)

export interface CompanyContact {
  name: string
  /** Formatted; null: base data have none. */
  phone: string | null
}

/** Who answers questions about a document on paper. */
export const companyContact = async (
  context: Pick<AppLoadContext, 'baseData' | 'config'>,
): Promise<CompanyContact> => {
  const base = await context.baseData.current()
  const phone = base?.contacts.phones.find(({ number }) => number.trim())
  return { name: siteTitleOf(base, context.config), phone: phone ? formatPhone(phone.number) : null }
}
