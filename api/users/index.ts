/** Customers: registration, sign-in, sessions, passwords, e-mail. Other domains import only from here. */
export { mailRequestsStep } from './mail-requests'
export { deleteTokensExpiredBefore } from './mailed-tokens.repository'
export { hashPassword } from './password-hash'
export { authenticate, staleBefore } from './sessions'
export { deleteStaleSessions } from './sessions.repository'
export { userRefusal } from './users.refusals'
export { usersRoutes } from './users.routes'
