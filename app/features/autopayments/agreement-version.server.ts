import type { AppLoadContext } from '@remix-run/node'
import { formatDayWithYear, today } from 'format/dates'
import { paths } from '~/paths'

/**
 * The version of the agreement that the consent is given to, and the day it is of in words. Null where the site has no
 * such page, or it can't be had just now: autopayments can be set all the same, the version is then not known.
 */
export const agreementVersion = async ({
  visitor,
  config,
}: AppLoadContext): Promise<{ version: string; inWords: string | null } | null> => {
  const page = await visitor.call('page', { query: { path: paths.autopayAgreement } })
  const version = page.ok && 'updatedAt' in page.answer ? page.answer.updatedAt : null
  if (!version) return null
  return { version, inWords: dayInWords(version, config.timeZone) }
}

/** The API may call its versions what it likes; only a day or a moment has words. */
const dayInWords = (version: string, timeZone: string) => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(version)
  const at = new Date(version)
  if (Number.isNaN(at.getTime())) return null
  return formatDayWithYear(isDay ? at.toISOString().slice(0, 10) : today(timeZone, at))
}
