import type { AppLoadContext } from '@remix-run/node'

/** The name that signs a file for customers: the company's own, or the site's where base data have none. */
export const companyName = async ({
  baseData,
  config,
}: Pick<AppLoadContext, 'baseData' | 'config'>): Promise<string> =>
  (await baseData.current())?.company?.name || config.siteTitle
