import type { FakeUpstream } from './fake-upstream'
import { portalOfThisFile, type TestPortal } from './portal'
import { type Fault, keepsWaiting } from './upstream-faults'

/** Long enough for calls that do answer, on a busy machine too. */
const TIMEOUT_MS = 400

interface PortalsForFaults {
  portal: TestPortal
  /** With a short time limit. */
  impatient: TestPortal
  /** The impatient portal if the fault keeps it waiting, otherwise the usual one. */
  portalFor(kind: Fault): TestPortal
}

/** Portals over a fake upstream that fails on demand, for the tests of one file. */
export const portalsOfThisFile = async (upstream: FakeUpstream): Promise<PortalsForFaults> => {
  const portal = await portalOfThisFile(upstream)
  const impatient = await portalOfThisFile(upstream, { env: { PRODUCT_API_TIMEOUT_MS: String(TIMEOUT_MS) } })
  return {
    portal,
    impatient,
    portalFor: (kind) => (keepsWaiting(kind) ? impatient : portal),
  }
}
