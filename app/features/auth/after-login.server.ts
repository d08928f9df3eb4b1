import type { AppLoadContext } from '@remix-run/node'
import { sitePath } from '~/server/http/redirects.server'

/** Where the login leads: the path of this site that `?redirectTo=` names; null when it names none. */
export const afterLogin = ({ url }: Request, { config }: Pick<AppLoadContext, 'config'>): string | null =>
  sitePath(new URL(url).searchParams.get('redirectTo'), config.publicUrl)
