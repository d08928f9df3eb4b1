import { setTimeout as wait } from 'node:timers/promises'
import type { Queries } from 'api/db/database'
import type { LimitedUse } from 'api/limits/limiter'
import { DomainError } from 'api/refusal'
import type { PaymentRoutesDeps } from '../processing/payments'
import { PaymentError } from '../store/payments.errors'
import { findPayment, findPaymentByKey, type StoredPayment } from '../store/payments.repository'
import type { NewPayment, RequestIdentity } from '../store/store-payment'

export interface PaymentDraft {
  identity: RequestIdentity
  /** The limits that a new payment counts against. */
  uses: readonly LimitedUse[]
  now: Date
  /** Returns the payment to store; throws if it may not be made. Called only for a new request. */
  prepare(db: Queries): Promise<Omit<NewPayment, 'identity' | 'now'>>
  /** Runs before a new payment is stored, outside of the transaction; may throw a DomainError. */
  beforeStoring?(db: Queries): Promise<void>
  /** Runs in the transaction that stores a new payment. A DomainError rolls it back, and the key stays unused. */
  checkInTransaction?(trx: Queries, paymentId: string): Promise<void>
  /** Stores more in the transaction that stores a new payment. */
  storeInTransaction?(trx: Queries, paymentId: string): Promise<void>
}

/** How long to wait for another process that sends the same request to the gateway. */
const waitForOthersMs = 8_000
const checkEveryMs = 100

/** Begins payments idempotently: repeats of a request, also concurrent ones on other replicas, give one payment. */
export const paymentBeginner = ({
  database,
  limiter,
  payments,
}: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>) => {
  const { db } = database
  const storesInProgress = new Map<string, Promise<string>>()

  const checkSameRequest = (payment: StoredPayment, { identity }: PaymentDraft) => {
    if (payment.bodyHash === identity.bodyHash) return payment.id
    throw new PaymentError({ code: 'idempotency_mismatch' })
  }

  const storeOnce = async (draft: PaymentDraft): Promise<string> => {
    const { identity, now } = draft
    await limiter.admit(draft.uses, now)
    try {
      const payment = { ...(await draft.prepare(db)), identity, now }
      await draft.beforeStoring?.(db)
      const { id, isNew } = await database.transaction(async (trx) => {
        const stored = await payments.store(trx, payment)
        // Stryker disable next-line ConditionalExpression: of two requests with one key, checking the same payment again changes nothing
        if (stored.isNew) {
          await draft.checkInTransaction?.(trx, stored.id)
          await draft.storeInTransaction?.(trx, stored.id)
        }
        return stored
      }, 'read committed')
      // Stryker disable next-line ConditionalExpression: only another replica can store it first; payments-at-once.test.ts does, on PostgreSQL
      if (!isNew) await limiter.giveBack(draft.uses)
      return id
    } catch (error) {
      if (error instanceof DomainError && !isGuess(error)) await limiter.giveBack(draft.uses)
      throw error
    }
  }

  /** Repeats within one process share one attempt, so that they do not use up the limit. */
  const store = (draft: PaymentDraft): Promise<string> => {
    const { requestKey } = draft.identity
    const running = storesInProgress.get(requestKey)
    if (running) return running
    const started = storeOnce(draft).finally(() => storesInProgress.delete(requestKey))
    storesInProgress.set(requestKey, started)
    return started
  }

  return {
    /**
     * Stores the payment, or finds it for a repeat, and sends it to the gateway. Throws PaymentError (`idempotency_mismatch`,
     * `account_too_long`, `no_gateway_page`), and what `prepare`, `beforeStoring` and `checkInTransaction` throw.
     */
    async begin(draft: PaymentDraft): Promise<StoredPayment> {
      const storedPayment = await findPaymentByKey(db, draft.identity.requestKey)
      const id = storedPayment ? checkSameRequest(storedPayment, draft) : await store(draft)
      await payments.process(id)
      const payment = await waitForOthers(id)
      checkSameRequest(payment, draft)
      const isAtGateway = payment.state !== 'unknown' && !isBeingSent(payment)
      if (!isAtGateway && payment.request.savedMethod === null)
        throw new PaymentError({ code: 'no_gateway_page' })
      return payment
    },
  }

  async function waitForOthers(id: string): Promise<StoredPayment> {
    const until = Date.now() + waitForOthersMs
    for (;;) {
      const payment = await findPayment(db, id)
      if (!payment) throw new PaymentError({ code: 'not_found' })
      if (!isBeingSent(payment) || Date.now() > until) return payment
      await wait(checkEveryMs)
    }
  }
}

/** A guess stays counted against the limit: otherwise anybody could try account numbers or sums one after another. */
const isGuess = (error: DomainError) =>
  error instanceof PaymentError &&
  (error.problem.code === 'unknown_account' || error.problem.code === 'not_on_bill')

const isBeingSent = ({ state }: StoredPayment) => state === 'created' || state === 'sent'
