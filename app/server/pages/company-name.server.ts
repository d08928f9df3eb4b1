import type { AppLoadContext } from '@remix-run/node'
import type { BaseData } from 'contract/base-data'
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
