/** Customers: registration, sign-in, sessions, passwords, e-mail. The rest of the API imports from here only. */
export { mailRequestsStep } from './mail-requests'
export { deleteTokensExpiredBefore } from './mailed-tokens.repository'
export { hashPassword } from './password-hash'
export { authenticate, staleBefore } from './sessions'
export { deleteStaleSessions } from './sessions.repository'
export { usersRoutes } from './users.routes'
