import type { ApiConfig } from 'api/config'
import type { Customer } from 'api/http/customer'
import { notFound } from 'api/http/refusal'
import type { Router } from 'api/http/router'
import type { Log } from 'api/log'
import type { Feature } from 'contract/features'
import { openContent } from './content-folder'

/** Throws a ConfigError for an invalid content folder. */
export function contentRoutes(
  router: Router<Customer>,
  {
    config,
    log,
    features,
  }: { config: Pick<ApiConfig, 'contentDir'>; log: Log; features: readonly Feature[] },
) {
  const content = openContent(config.contentDir, log)

  router.open('baseData', async ({ now }) => ({ ...content.baseData(now), features: [...features] }))

  router.open('page', async ({ query, now }) => {
    const page = content.page(query.path, now)
    if (!page) throw notFound()
    return page
  })
}
