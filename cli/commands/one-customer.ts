import { undoLinkByHand } from 'api/my-data'
import {
  createByHand,
  endSessionsByHand,
  RefusedByHand,
  resetLinkByHand,
  revokeAccessOfAll,
  turnSecondStepOffByHand,
  verifyByHand,
} from 'api/users'
import { emailBody, profileBody } from 'contract/users'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, UsageError } from '../command'

// Commands for one customer, by e-mail. A refusal is a ConfigError with the reason.

const byHand = ({ database, site, clock }: DatabaseContext) => ({ database, site: site(), now: clock() })

const asConfigError = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof RefusedByHand ? new ConfigError(error.message) : error
  })

/** Sends the customer a letter with a link for a password; with `--link` prints the link instead. */
export const createUserCommand = async (context: DatabaseContext<'phone' | 'link'>): Promise<string> => {
  const { input, entry } = context
  const [email, name] = input.positionals
  const phone = input.text('phone') ?? null
  const parsed = profileBody.extend(emailBody.shape).safeParse({ email, name, phone })
  if (!parsed.success) throw new UsageError(`create-user: ${parsed.error.issues[0]?.message ?? 'not valid'}`)
  const linkBy = input.has('link') ? 'hand' : 'letter'
  const { id, link } = await asConfigError(createByHand(byHand(context), parsed.data, linkBy))
  entry.note({ subject: `customer ${id}` })
  return link ?? 'The customer is there; a letter has the link for a password, valid for a day'
}

export const verifyUserCommand = async (context: DatabaseContext): Promise<string> => {
  const [email = ''] = context.input.positionals
  const id = await asConfigError(verifyByHand(byHand(context), email))
  context.entry.note({ subject: `customer ${id}` })
  return 'The address is verified: the customer signs in with the password of the registration'
}

/** Prints the link once: only a hash of it is kept. */
export const resetLinkCommand = async (context: DatabaseContext): Promise<string> => {
  const [email = ''] = context.input.positionals
  const { id, link } = await asConfigError(resetLinkByHand(byHand(context), email))
  context.entry.note({ subject: `customer ${id}` })
  return link
}

/** Prints the link once, as `resetLinkCommand` does. */
export const undoDeletionLinkCommand = async (context: DatabaseContext): Promise<string> => {
  const [email = ''] = context.input.positionals
  const { id, link } = await asConfigError(undoLinkByHand(byHand(context), email))
  context.entry.note({ subject: `customer ${id}` })
  return link
}

/** Signs one customer out everywhere, or with `--all` everybody. */
export const endSessionsCommand = async (context: DatabaseContext<'all'>): Promise<string> => {
  const [email] = context.input.positionals
  if (context.input.has('all') === (email !== undefined))
    throw new UsageError('end-sessions: takes EMAIL, or --all')
  if (email === undefined) {
    const sessions = await revokeAccessOfAll(context.database, context.clock())
    context.entry.note({ counts: { sessions } })
    return `Sessions ended: ${sessions}`
  }
  const { id, sessions } = await asConfigError(endSessionsByHand(byHand(context), email))
  context.entry.note({ subject: `customer ${id}`, counts: { sessions } })
  return `Sessions ended: ${sessions}`
}

/** Turns the second step off. A letter tells the customer. */
export const turnSecondStepOffCommand = async (context: DatabaseContext): Promise<string> => {
  const [email = ''] = context.input.positionals
  const id = await asConfigError(turnSecondStepOffByHand(byHand(context), email))
  context.entry.note({ subject: `customer ${id}` })
  return 'The second step is off, the password is enough; a letter tells the customer'
}
