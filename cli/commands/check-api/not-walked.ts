import type { EndpointName, EndpointOf } from 'contract/endpoints'
import type { SessionName } from './session-steps'
import type { WalkedName } from './steps'

const mailed = 'needs the code of a letter'
const security = 'changes how the customer signs in'
const money = 'begins a payment'

type SpecifiedName = {
  [Name in EndpointName]: EndpointOf<Name> extends { standing: 'specified' } ? Name : never
}[EndpointName]

type NotWalked = Readonly<Record<Exclude<SpecifiedName, WalkedName | SessionName>, string>> &
  Readonly<Partial<Record<EndpointName, string>>>

/** Calls that are never asked, and why: a live API has live customers. */
export const notWalked: NotWalked = {
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
