import type { AppLoadContext } from '@remix-run/node'
import { dayIn, formatDayWithYear } from 'format/dates'
import { paths } from '~/paths'

/**
 * The version of the agreement that the customer consents to, and its date in words. Null when the site has no such
 * page or it can't be loaded: autopayments still work, with an unknown version.
 */
export const agreementVersion = async ({
  visitor,
  config,
}: AppLoadContext): Promise<{ version: string; inWords: string | null } | null> => {
  const page = await visitor.call('page', { query: { path: paths.autopayAgreement } })
  const version = page.ok && 'updatedAt' in page.answer ? page.answer.updatedAt : null
  if (!version) return null
  // The API may use any version format; only a day or a moment can be put into words.
  const day = dayIn(version, config.timeZone)
  return { version, inWords: day && formatDayWithYear(day) }
}
