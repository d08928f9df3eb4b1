import type { AppLoadContext } from '@remix-run/node'
import type { User } from 'contract/users'
import { readableEmail } from 'format/readable-email'
import { paths } from '~/paths'
import { seeOther, sitePath } from '~/server/http/redirects.server'
import { newFlash } from '~/server/session/flash.server'

/** Where a login or a registration leads: the path of this site that `?redirectTo=` names; null when it names none. */
export const afterLogin = ({ url }: Request, { config }: Pick<AppLoadContext, 'config'>): string | null =>
  sitePath(new URL(url).searchParams.get('redirectTo'), config.publicUrl)

/** Leads a customer whose login is completed on, and tells them where our letters do not arrive. */
export const endLogin = async (
  request: Request,
  context: AppLoadContext,
  { email, emailUndeliverable }: User,
) => {
  const registration = await context.registration.recent()
  if (registration) context.registration.next = 'cleared'
  const path = whereLoginEnds(request, context, registration?.returnTo)
  const { pathname } = new URL(path, context.config.publicUrl)
  if (emailUndeliverable && email && !PAGES_THAT_WARN.includes(pathname)) {
    const words = `Наши письма на адрес ${readableEmail(email)} не доходят. Проверьте его в профиле.`
    context.flash.next = newFlash('warning', words, { stays: true })
  }
  return seeOther(path)
}

/** They say by themselves that letters do not arrive. */
const PAGES_THAT_WARN: readonly string[] = [paths.accounts, paths.profile, paths.myData]

/**
 * Where a completed login leads. A form that scripts have sent leads to the page of a file, not to the file: a download
 * replaces no page, and the visitor would stay at the login.
 */
const whereLoginEnds = (
  request: Request,
  context: Pick<AppLoadContext, 'config' | 'byScripts'>,
  otherwise: string = paths.accounts,
): string => {
  const path = afterLogin(request, context) ?? otherwise
  return context.byScripts ? path.replace(PERSONAL_FILE, (_, name: string) => pageOfFile(name)) : path
}

const PERSONAL_FILE = /^\/personal\/([^/.?#]+)\.[a-z]+(?=[?#]|$)/

/** `/personal/history.csv` is what one downloads on `/personal/history`, and the bill has files with other names. */
const pageOfFile = (name: string) =>
  FILES_OF_THE_BILL.includes(name) ? paths.invoice() : `/personal/${name}`

const FILES_OF_THE_BILL: readonly string[] = ['invoice-code', 'statement']
