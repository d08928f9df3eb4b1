import type { ApiConfig } from 'api/config'
import { type Content, openContent } from 'api/content'
import type { Queries } from 'api/db/database'
import { noLog } from 'api/log'
import type { LetterSite } from 'api/mail/letter'

/** The settings, and the company as its letters show it now. */
export type Site = ApiConfig & LetterSite

export const siteOf = (config: ApiConfig, { letterCompany }: Pick<Content, 'letterCompany'>): Site => ({
  ...config,
  company: letterCompany,
})

/**
 * For commands, which need no more of the content; a server and check-content tell what is wrong with it. Throws a
 * ConfigError when CONTENT_DIR is no folder.
 */
export const openSite = (
  config: ApiConfig,
  { db, clock = () => new Date() }: { db: Queries; clock?: () => Date },
): Site => siteOf(config, openContent({ config, db, log: noLog, clock }))
