import type { Database, Queries } from 'api/db/database'
import type { Letter, LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { Step } from 'api/worker/worker'
import { emailKey } from 'format/email'
import { errorFields, type Log } from 'monitoring/log'
import {
  dueMailRequests,
  type MailRequest,
  postponeMailRequest,
  takeMailRequest,
} from './mail-requests.repository'
import { issueToken } from './mailed-tokens'
import { voidTokens } from './mailed-tokens.repository'
import { findAttemptHash } from './registration-attempts.repository'
import {
  emailChangeLetter,
  emailChangeNoticeLetter,
  emailTakenLetter,
  passwordResetLetter,
  registrationAttemptLetter,
  verificationLetter,
} from './users.letters'
import { asJson, findRegistrationData, findUser, findUserByEmail, fromJson } from './users.repository'

const atOnce = 20
const retryAfterMs = 60_000

interface MailRequestsOptions {
  database: Database
  site: LetterSite
  clock: () => Date
  log: Log
}

/**
 * The step that decides which letter a request leads to. Requests are stored alike for known and unknown addresses, so
 * that neither the answer nor its time tells them apart.
 */
export const mailRequestsStep = ({ database, site, clock, log }: MailRequestsOptions): Step => ({
  name: 'mail requests',
  async run() {
    for (;;) {
      const requests = await dueMailRequests(database.db, clock().toISOString(), atOnce)
      let handledCount = 0
      for (const request of requests) if (await handle(request)) handledCount++
      if (requests.length < atOnce || handledCount === 0) return
    }

    /** Returns false if another worker handles the request, or has handled it. */
    async function handle(request: MailRequest): Promise<boolean> {
      const now = clock()
      try {
        return await database.transaction(async (trx) => {
          const isTaken = await takeMailRequest(trx, request.id)
          if (isTaken) await handlers[request.kind](trx, request, site, now)
          return isTaken
        })
      } catch (error) {
        log.error({ kind: request.kind, ...errorFields(error) }, 'a request for a letter failed')
        const until = new Date(now.getTime() + retryAfterMs * (request.attempts + 1))
        await postponeMailRequest(database.db, request.id, until.toISOString())
        return true
      }
    }
  },
})

type RequestHandler = (trx: Queries, request: MailRequest, site: LetterSite, now: Date) => Promise<void>

interface Addressee {
  id: string
  email: string
}

interface Answer {
  /** The answered request. */
  to: MailRequest
  letter: Letter
  now: Date
}

const send = (trx: Queries, { id, email }: Addressee, { to, letter, now }: Answer) =>
  enqueueLetter(trx, { to: email, userId: id, letter, requestId: to.request_id, now })

/**
 * Sends the verification letter of this registration, or of the last one when the letter is sent again. The owner of a
 * taken address gets a letter about the attempt instead.
 */
const sendVerification: RequestHandler = async (trx, request, site, now) => {
  const user = await findUserByEmail(trx, emailKey(request.email))
  if (!user) return
  if (user.emailVerifiedAt !== null) {
    if (request.kind === 'verify' && !(await findAttemptHash(trx, user.emailNormalized))) return
    const letter = registrationAttemptLetter(site)
    await send(trx, user, { to: request, letter, now })
    return
  }
  const registrationData = fromJson(request.registered) ?? (await findRegistrationData(trx, user.id))
  if (!registrationData) return
  const link = await issueToken(trx, {
    purpose: 'verify',
    userId: user.id,
    payload: asJson(registrationData),
    now,
  })
  const letter = verificationLetter(site, link)
  await send(trx, { id: user.id, email: registrationData.email }, { to: request, letter, now })
}

const handlers: Record<MailRequest['kind'], RequestHandler> = {
  verify: sendVerification,
  registration: sendVerification,

  async reset(trx, request, site, now) {
    const user = await findUserByEmail(trx, emailKey(request.email))
    if (!user) return
    const link = await issueToken(trx, { purpose: 'reset', userId: user.id, now })
    const letter = passwordResetLetter(site, link)
    await send(trx, user, { to: request, letter, now })
  },

  async 'change-email'(trx, request, site, now) {
    const user = request.user_id === null ? undefined : await findUser(trx, request.user_id)
    const newKey = emailKey(request.email)
    if (!user || user.emailNormalized === newKey) return
    await voidTokens(trx, { userId: user.id, purpose: 'change-email', now: now.toISOString() })

    const owner = await findUserByEmail(trx, newKey)
    if (owner?.emailVerifiedAt) {
      await send(trx, owner, { to: request, letter: emailTakenLetter(site), now })
    } else {
      const link = await issueToken(trx, {
        purpose: 'change-email',
        userId: user.id,
        payload: request.email,
        now,
      })
      const letter = emailChangeLetter(site, link)
      await send(trx, { id: user.id, email: request.email }, { to: request, letter, now })
    }
    // Sent also if the new address is taken: otherwise its absence would reveal this to the customer.
    const undo = await issueToken(trx, { purpose: 'undo-email', userId: user.id, payload: user.email, now })
    const notice = emailChangeNoticeLetter(site, { newEmail: request.email, undo })
    await send(trx, user, { to: request, letter: notice, now })
  },
}
