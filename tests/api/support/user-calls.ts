import { sessionsAnswer } from 'contract/security'
import { type ApiWorld, type Browser, linkIn, password } from './api-world'

export const newPassword = 'девять лодок у причала'

interface Link {
  id: string
  code: string
}

/** A new password as forms send it, typed twice. */
export const twice = (typed: string) => ({ password: typed, password_confirmation: typed })

/** The link in the last unread letter of a kind. */
export const linkOf = async (world: Pick<ApiWorld, 'letters'>, kind: string) =>
  linkIn((await world.letters()).findLast((letter) => letter.kind === kind))

/** Recipient and kind of each unread letter. */
export const lettersTo = async (world: Pick<ApiWorld, 'letters'>) =>
  (await world.letters()).map(({ to, kind }) => [to, kind]).sort()

export const forgetPassword = (browser: Browser, email: string) =>
  browser.post('/api/v1/users/forgot-password/', { email })

export const setPasswordByLink = (browser: Browser, { id, code }: Link, typed = newPassword) =>
  browser.post(`/api/v1/users/change-password/${id}?code=${code}`, twice(typed))

export const changePassword = (browser: Browser, old = password, typed = newPassword) =>
  browser.post('/api/v1/users/change-profile-password/', { password_old: old, ...twice(typed) })

export const askForNewEmail = (browser: Browser, email: string) =>
  browser.post('/api/v1/users/change-email-request/', { email })

export const confirmNewEmail = (browser: Browser, { id, code }: Link) =>
  browser.get(`/api/v1/users/change-email?id=${id}&code=${code}`)

export const undoNewEmail = (browser: Browser, { id, code }: Link) =>
  browser.post(`/api/v1/users/change-email-undo/${id}`, { code })

/** Changes the address and confirms it by the letter. */
export const changeEmail = async (world: ApiWorld, browser: Browser, email: string) => {
  await askForNewEmail(browser, email)
  return confirmNewEmail(browser, await linkOf(world, 'email-change'))
}

/** «Это не я» in the letter about a login. */
export const notMe = (browser: Browser, { id, code }: Link) =>
  browser.post(`/api/v1/users/not-me/${id}`, { code })

export const sessionsOf = async (browser: Browser) =>
  sessionsAnswer.parse((await browser.get('/api/v1/users/sessions/')).body).data

export const endSession = (browser: Browser, id: string) => browser.delete(`/api/v1/users/sessions/${id}`)

/** Ends the newest session but the one that asks. */
export const endOtherSession = async (browser: Browser) =>
  endSession(browser, (await sessionsOf(browser)).find(({ current }) => !current)?.id ?? '')

export const endOtherSessions = (browser: Browser) => browser.post('/api/v1/users/end-other-sessions/', {})

export const logout = (browser: Browser) => browser.post('/api/v1/users/logout/')

export const isSignedIn = async (browser: Browser) =>
  (await browser.get('/api/v1/users/sessions/')).status === 200
