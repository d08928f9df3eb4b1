/** Customers: registration, sign-in, sessions, passwords, e-mail. Other domains import only from here. */
export {
  type ByHandDeps,
  createByHand,
  endSessionsByHand,
  lockByEmail,
  RefusedByHand,
  resetLinkByHand,
  turnSecondStepOffByHand,
  verifyByHand,
} from './by-hand'
export { mailRequestsStep } from './mail-requests'
export { oldestDueMailRequest } from './mail-requests.repository'
export { issueToken, type MailedCode, peekAtToken, takeToken } from './mailed-tokens'
export { hashPassword, passwordHashQueue } from './password-hash'
export { checkPassword } from './passwords.service'
export { revokeAccess, revokeAccessOfAll } from './revoke-access'
export { deleteCalendarLink } from './revoke-access.repository'
export { deleteSetupsExpiredBefore } from './second-step/second-step.repository'
export { securityRoutes } from './security.routes'
export { authenticate, requireLiveSession, staleBefore } from './sessions'
export { deleteStaleSessions } from './sessions.repository'
export type { UserHooks } from './users.deps'
export { UserError } from './users.errors'
export { deleteUnverifiedSince, findDeviceHashes, letterHooks } from './users.repository'
export { usersRoutes } from './users.routes'
