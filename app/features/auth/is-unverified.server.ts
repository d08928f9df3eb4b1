import { problemCodes } from 'contract/problem'
import type { Failure } from '~/api-client/failure'

/** The pair was right, but the address still waits for its letter to be opened. */
export const isUnverified = (failure: Failure) =>
  failure.kind === 'forbidden' && failure.code === problemCodes.emailNotVerified
