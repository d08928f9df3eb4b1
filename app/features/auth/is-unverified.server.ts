import { problemCodes } from 'contract/problem'
import type { Failure } from '~/api-client/failure'

/** E-mail and password were right, but the e-mail is not verified yet. */
export const isUnverified = (failure: Failure) =>
  failure.kind === 'forbidden' && failure.code === problemCodes.emailNotVerified
