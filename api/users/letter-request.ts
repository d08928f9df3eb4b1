import { networkOf, type Visitor } from 'api/http/visitor'
import { claimKey } from 'api/idempotency/answer-once'
import type { KeyClaim } from 'api/idempotency/idempotency-keys.repository'
import { emailKey } from 'format/email'
import { insertMailRequest } from './mail-requests.repository'
import type { UsersDeps } from './users.deps'

/** A request for a letter. The answer must not reveal whether the address is known. */
export interface LetterRequest {
  email: string
  visitor: Visitor
  claim: KeyClaim | null
  now: Date
}

/** Stores the request alike for every address: a step of the worker decides whether a letter is sent. */
export const requestLetter = async (
  { database, limiter, wakeJobs }: Pick<UsersDeps, 'database' | 'limiter' | 'wakeJobs'>,
  kind: 'verify' | 'reset',
  { email, visitor, claim, now }: LetterRequest,
) => {
  await limiter.admit(
    [
      { limit: 'lettersPerAddress', by: [networkOf(visitor.address)] },
      { limit: 'lettersPerEmail', by: [kind, emailKey(email)] },
    ],
    now,
  )
  await database.transaction(async (trx) => {
    await claimKey(trx, claim)
    await insertMailRequest(trx, { kind, email, requestId: visitor.requestId, now })
  }, 'read committed')
  wakeJobs()
}
