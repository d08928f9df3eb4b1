import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, type EndpointOf, endpoints, isEndpointName } from 'contract/endpoints'
import { ConfigError } from 'process/settings'
import { type CheckContext, emptyContext } from './check-context'
import { checkStep, notChecked, type Result } from './check-step'
import { checkLogin, checkLogout, type Login, type SessionName } from './session-steps'
import { type Step, steps, type WalkedName } from './steps'
import { ask, type Upstream } from './upstream'

interface Walk {
  /** Null: only calls that need no session. */
  login: Login | null
  write: boolean
}

/**
 * Makes every call that changes nothing, and with `write` also calls that write what is there already. Returns a result
 * for each call of the contract, in its order. Throws a ConfigError if there is no connection at all.
 */
export const walkContract = async (upstream: Upstream, { login, write }: Walk): Promise<Result[]> => {
  const first = await ask(upstream, endpoints.baseData, {})
  if ('failure' in first && first.isUnreachable)
    throw new ConfigError(`${upstream.url}: there is no connection, ${first.failure}`)

  const results = new Map<EndpointName, Result>()
  const signedIn = login && (await checkLogin(upstream, login))
  const jar = signedIn?.jar ?? null
  results.set('login', signedIn?.result ?? notChecked('login', 'there is no --login'))
  let context: CheckContext = emptyContext()
  for (const [name, step] of stepList) {
    const reason = reasonToSkip(name, step, { context, write })
    if (reason) {
      results.set(name, notChecked(name, reason))
      continue
    }
    const { result, json } = await checkStep(upstream, name, step, { context, jar })
    results.set(name, result)
    context = { ...context, ...step.learn?.(json) }
  }
  results.set('logout', await checkLogout(upstream, jar))
  return endpointNames.map((name) => results.get(name) ?? notChecked(name, reasonNotWalked(name)))
}

const endpointNames = Object.keys(endpoints).filter(isEndpointName)

const mailed = 'needs the code of a letter'
const security = 'changes how the customer signs in'
const money = 'begins a payment'

type SpecifiedName = {
  [Name in EndpointName]: EndpointOf<Name> extends { standing: 'specified' } ? Name : never
}[EndpointName]

type NotWalked = Readonly<Record<Exclude<SpecifiedName, WalkedName | SessionName>, string>> &
  Readonly<Partial<Record<EndpointName, string>>>

/** Calls that are never made, each with the reason: the API may have real customers. */
const notWalked: NotWalked = {
  registration: 'creates a customer',
  verifyEmailRequest: 'sends a letter',
  verifyEmail: mailed,
  forgotPassword: 'sends a letter',
  changePassword: mailed,
  changeProfilePassword: security,
  changeEmailRequest: 'sends a letter',
  changeEmail: mailed,
  changeEmailUndo: mailed,
  loginSecondStep: 'needs the code of a second step',
  endSession: 'ends a session of the customer',
  endOtherSessions: 'ends sessions of the customer',
  notMe: mailed,
  secondStepSetup: security,
  secondStepConfirm: security,
  secondStepOff: security,
  deletion: 'deletes the customer',
  deletionUndo: mailed,
  addAccount: 'adds an account',
  changeAccountTitle: 'renames an account',
  deleteAccount: 'removes an account',
  inviteToAccount: 'invites a person',
  previewInvitation: mailed,
  acceptInvitation: mailed,
  declineInvitation: mailed,
  confirmGrant: 'opens an account to a person',
  endGrant: 'ends the access to an account',
  guestPayment: money,
  personalPayment: money,
  beginBasket: money,
  deleteSavedMethod: 'unlinks a saved card',
  newAutopayment: money,
  changeAutopayment: 'changes an autopayment',
  optOutOfCharge: mailed,
  deleteAutopayment: 'removes an autopayment',
  sendReadings: 'stores readings',
  changeReadingReminder: 'turns the reminder on or off',
  stopReadingReminder: mailed,
  changeInvoiceLetters: 'turns the letters about invoices on or off',
  stopInvoiceLetters: mailed,
  newCalendarLink: 'ends the address of the calendar',
  deleteCalendarLink: 'ends the address of the calendar',
  calendar: 'needs the secret of its address',
}

const hasNoStep = (name: EndpointName) => !(name in steps) && !(name in notWalked)

/** All other calls that read without an id: their answer only has to be valid. */
const otherReads = endpointNames.filter(
  (name) => hasNoStep(name) && endpoints[name].method === 'GET' && !endpoints[name].path.includes('{id}'),
)
const otherRead: Step = { without: 'the page that shows it fails', question: () => ({}) }

const stepList = [
  ...Object.entries<Step>(steps).flatMap(([name, step]) =>
    isEndpointName(name) ? [[name, step] as const] : [],
  ),
  ...otherReads.map((name) => [name, otherRead] as const),
]

const reasonNotWalked = (name: EndpointName) => notWalked[name] ?? 'this command has no check for it'

const reasonToSkip = (
  name: EndpointName,
  { writes }: Step,
  { context, write }: { context: CheckContext; write: boolean },
) => {
  const { feature }: Endpoint = endpoints[name]
  if (feature && !context.features.includes(feature)) return `base data do not name the feature ${feature}`
  return writes && !write ? 'writes; asked with --write' : null
}
