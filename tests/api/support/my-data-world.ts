import { accountHooks } from 'api/autopayments'
import type { Mailer } from 'api/mail/mailer'
import { eraseCustomersStep } from 'api/my-data'
import { type ApiWorld, type Browser, linkIn, type MailedLetter, password } from './api-world'

export const day = 24 * 60 * 60 * 1000

export const askForDeletion = (browser: Browser, typed = password) =>
  browser.post('/api/v1/users/deletion/', { password: typed })

export const undoDeletion = (browser: Browser, { id, code }: { id: string; code: string }) =>
  browser.post(`/api/v1/users/deletion-undo/${id}`, { code })

export const consentsOf = (browser: Browser) => browser.get('/api/v1/users/consents/')

export const copyOf = (browser: Browser) => browser.get('/api/v1/users/export/')

/** The link that undoes a deletion, from the last letter about one. */
export const undoLink = (letters: readonly MailedLetter[]) =>
  linkIn(letters.findLast(({ kind }) => kind === 'deletion'))

/** The step that erases customers, as a process that has just started has it. */
export const eraseStep = (
  { database, wired, config: site, now, log }: ApiWorld,
  {
    mailer = {},
    on = { database, wired },
  }: { mailer?: Pick<Mailer, 'forget'>; on?: Pick<ApiWorld, 'database' | 'wired'> } = {},
) =>
  eraseCustomersStep({
    database: on.database,
    gateways: on.wired.payments.gateways,
    site,
    stopPaying: accountHooks({ site, payments: on.wired.payments, log }).accountRemoved,
    mailer,
    clock: now,
    log,
  })

/** Runs the step once. */
export const eraseDue = (...options: Parameters<typeof eraseStep>) => eraseStep(...options).run(() => {})
