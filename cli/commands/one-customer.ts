import { undoLinkByHand } from 'api/my-data'
import {
  createByHand,
  endSessionsByHand,
  RefusedByHand,
  resetLinkByHand,
  revokeAccessOfAll,
  turnOffByHand,
  verifyByHand,
} from 'api/users'
import { emailBody, profileBody } from 'contract/users'
import { ConfigError } from 'process/settings'
import { type DatabaseWork, UsageError } from '../command'

// The commands for a customer, by e-mail. All throw a ConfigError that says why it can't be done.

const byHand = ({ database, site, clock }: DatabaseWork) => ({ database, site: site(), now: clock() })

const orRefuse = <Result>(done: Promise<Result>): Promise<Result> =>
  done.catch((error: unknown) => {
    throw error instanceof RefusedByHand ? new ConfigError(error.message) : error
  })

/** Sends the customer a letter with a link for a password; with `--link` prints the link instead. */
export const createUserCommand = async (work: DatabaseWork<'phone' | 'link'>): Promise<string> => {
  const { input, entry } = work
  const [email, name] = input.words
  const phone = input.text('phone') ?? null
  const read = profileBody.extend(emailBody.shape).safeParse({ email, name, phone })
  if (!read.success) throw new UsageError(`create-user: ${read.error.issues[0]?.message ?? 'not valid'}`)
  const by = input.has('link') ? 'hand' : 'letter'
  const { id, link } = await orRefuse(createByHand(byHand(work), read.data, by))
  entry.note({ subject: `customer ${id}` })
  return link ?? 'The customer is there; a letter has the link for a password, valid for a day'
}

export const verifyUserCommand = async (work: DatabaseWork): Promise<string> => {
  const [email = ''] = work.input.words
  const id = await orRefuse(verifyByHand(byHand(work), email))
  work.entry.note({ subject: `customer ${id}` })
  return 'The address is verified: the customer signs in with the password of the registration'
}

/** Prints the link once: only a hash of it is kept. */
export const resetLinkCommand = async (work: DatabaseWork): Promise<string> => {
  const [email = ''] = work.input.words
  const { id, link } = await orRefuse(resetLinkByHand(byHand(work), email))
  work.entry.note({ subject: `customer ${id}` })
  return link
}

/** Prints the link once, as `resetLinkCommand` does. */
export const undoDeletionLinkCommand = async (work: DatabaseWork): Promise<string> => {
  const [email = ''] = work.input.words
  const { id, link } = await orRefuse(undoLinkByHand(byHand(work), email))
  work.entry.note({ subject: `customer ${id}` })
  return link
}

/** Of one customer, or with `--all` of everybody. */
export const endSessionsCommand = async (work: DatabaseWork<'all'>): Promise<string> => {
  const [email] = work.input.words
  if (work.input.has('all') === (email !== undefined))
    throw new UsageError('end-sessions: takes EMAIL, or --all')
  if (email === undefined) {
    const sessions = await revokeAccessOfAll(work.database, work.clock())
    work.entry.note({ counts: { sessions } })
    return `Sessions ended: ${sessions}`
  }
  const { id, sessions } = await orRefuse(endSessionsByHand(byHand(work), email))
  work.entry.note({ subject: `customer ${id}`, counts: { sessions } })
  return `Sessions ended: ${sessions}`
}

/** A letter tells the customer. */
export const turnSecondStepOffCommand = async (work: DatabaseWork): Promise<string> => {
  const [email = ''] = work.input.words
  const id = await orRefuse(turnOffByHand(byHand(work), email))
  work.entry.note({ subject: `customer ${id}` })
  return 'The second step is off, the password is enough; a letter tells the customer'
}
