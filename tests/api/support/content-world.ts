import { contentRoutes, openContent } from 'api/content'
import type { Database } from 'api/db/database'
import type { Customer } from 'api/http/customer'
import { createRouter } from 'api/http/router'
import { createApiMetrics } from 'api/metrics'
import { baseData } from 'contract/base-data'
import { mostAccountsAtOnce } from 'contract/limits'
import { page } from 'contract/pages'
import { createContentFiles } from './content-files'

const portal = 'https://portal.example'

/** A content folder with a `site.json`, and the content API over it with its own clock. */
export const openContentWorld = async ({ db }: Pick<Database, 'db'>) => {
  const files = await createContentFiles()
  let now = new Date('2026-10-05T09:00:00.000Z')
  const loggedErrors: unknown[] = []
  const quiet = () => {}
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (fields: object) => {
      loggedErrors.push(
        ...('problems' in fields && Array.isArray(fields.problems) ? fields.problems : [fields]),
      )
    },
  }
  return {
    ...files,
    /** What was logged at `error`: the problems of the files, or the whole event. */
    loggedErrors,
    /** Moves the clock by two seconds: the API reads edited files again. */
    later() {
      now = new Date(now.getTime() + 2_000)
    },
    open(contentDir = files.folder, apiPublicUrl = portal) {
      const router = createRouter<Customer>({
        clock: () => now,
        log,
        isFromPortal: () => true,
        secureCookies: false,
        authenticate: async () => null,
        checkAnswers: true,
        logRequests: false,
        metrics: createApiMetrics(),
      })
      const config = { contentDir, siteTitle: 'Портал', publicUrl: portal, apiPublicUrl }
      const content = openContent({ config, db, log, clock: () => now })
      contentRoutes(router, {
        content,
        features: ['readings'],
        areNumbersDigits: async () => false,
        paymentKinds: ['card'],
        accountsAtOnce: mostAccountsAtOnce,
      })
      const get = (path: string) => router.hono.request(path)
      return {
        get,
        letterCompany: () => content.letterCompany(),
        problems: () => content.problems(),
        baseData: async () => baseData.parse(await (await get('/api-gateway/base-data')).json()),
        page: async (path: string) => {
          const response = await get(`/api-gateway/page?${new URLSearchParams({ path })}`)
          return response.status === 200 ? page.parse(await response.json()) : response.status
        },
      }
    },
  }
}

export type ContentWorld = Awaited<ReturnType<typeof openContentWorld>>
