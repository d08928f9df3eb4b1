import type { AppLoadContext } from '@remix-run/node'
import { paths } from '~/paths'
import { sitePath } from '~/server/http/redirects.server'

/** Where the login leads: the path of this site that `?redirectTo=` names; null when it names none. */
export const afterLogin = ({ url }: Request, { config }: Pick<AppLoadContext, 'config'>): string | null =>
  sitePath(new URL(url).searchParams.get('redirectTo'), config.publicUrl)

/**
 * Where a completed login leads. A form that scripts have sent leads to the page of a file, not to the file: a download
 * replaces no page, and the visitor would stay at the login.
 */
export const whereLoginEnds = (
  request: Request,
  context: Pick<AppLoadContext, 'config' | 'byScripts'>,
): string => {
  const path = afterLogin(request, context) ?? paths.accounts
  return context.byScripts ? path.replace(PERSONAL_FILE, '$1') : path
}

/** `/personal/history.csv` is what one downloads on `/personal/history`. */
const PERSONAL_FILE = /^(\/personal\/[^/.?#]+)\.[a-z]+(?=[?#]|$)/
