import type { AppLoadContext } from '@remix-run/node'

/** Who signs a file for customers: the company by its own name, or the site where base data name none. */
export const companyName = async ({
  baseData,
  config,
}: Pick<AppLoadContext, 'baseData' | 'config'>): Promise<string> =>
  (await baseData.current())?.company?.name || config.siteTitle
