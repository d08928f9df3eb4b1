import type { ApiConfig } from 'api/config'
import type { Customer } from 'api/http/customer'
import { notFound } from 'api/http/refusal'
import type { Router } from 'api/http/router'
import type { Log } from 'api/log'
import { openContent } from './content-folder'

/** Throws a ConfigError when the content's folder is not as it should be. */
export function contentRoutes(
  router: Router<Customer>,
  { config, log }: { config: Pick<ApiConfig, 'contentDir'>; log: Log },
) {
  const content = openContent(config.contentDir, log)

  router.open('baseData', async ({ now }) => content.baseData(now))

  router.open('page', async ({ query, now }) => {
    const page = content.page(query.path, now)
    if (!page) throw notFound()
    return page
  })
}
