import { setTimeout as wait } from 'node:timers/promises'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { Step } from 'api/worker/worker'
import type { DeclineReason } from 'contract/decline-reasons'
import { errorFields, type Log } from 'monitoring/log'
import type { GatewayRegistry } from '../gateways/gateway-registry'
import type { GatewayWebhook, PaymentGateway } from '../gateways/payment-gateway'
import { addMs } from '../outcome/next-check'
import type { ProcessingDeps } from '../outcome/record-outcome'
import type { PaymentHooks } from '../outcome/settle-payment'
import { isWebhookProcessed } from '../store/payment-events.repository'
import {
  claimDuePayment,
  findPayment,
  findPaymentOfGateway,
  type StoredPayment,
  updateIntent,
} from '../store/payments.repository'
import { leaseMs, type NewPayment, storePayment } from '../store/store-payment'
import { cancelPayment, type PollResult, pollPauseMs, pollPayment, processPayment } from './process-payment'

const webhookPauseMs = 1_000
const checkEveryMs = 100
/** How long a payer waits for the gateway before the payment is shown as pending. */
const payerWaitsMs = 3_000

export interface PaymentsDeps extends ProcessingDeps {
  gateways: GatewayRegistry
  /** How long `processForPayer` keeps trying if the payment was polled a moment ago; 3 s by default. */
  pollAgainWithinMs?: number | undefined
}

/** `unreadable`: not a webhook of this gateway. `busy`: the gateway has to send it again. */
export type WebhookOutcome = 'accepted' | 'unreadable' | 'busy'

/** Stores payments, sends them to the gateways and records how they end. */
export interface Payments {
  /** For new payments. */
  gateway: PaymentGateway
  gateways: GatewayRegistry
  hooks: PaymentHooks
  /**
   * Stores a payment in the caller's transaction. Call `process` after the commit, or the worker does within half a
   * minute.
   */
  store(trx: Queries, payment: NewPayment): Promise<{ id: string; isNew: boolean }>
  /**
   * Calls the payment's gateway if a call is due: sends a new payment, repeats one without an answer, polls a pending one.
   * Resolves when the outcome is recorded. Not to be called inside a transaction.
   */
  process(id: string): Promise<void>
  /**
   * The same for a payer who waits for the result: if any replica polled the payment a moment ago, it is polled again after
   * the pause. Resolves after 3 s at the latest; a slower answer is still recorded.
   */
  processForPayer(id: string): Promise<void>
  /**
   * Cancels an unpaid payment, if its gateway can, and records the answer, which may be a success. Not to be called inside
   * a transaction.
   */
  cancel(id: string, declineReason: DeclineReason): Promise<void>
  /**
   * Polls a payment whose state differs in the gateway's list, also a canceled one and one without a stored gateway id.
   * Not to be called inside a transaction.
   */
  processListed(id: string, gatewayPaymentId: string): Promise<void>
  /** Processes a gateway's webhook about any of its shops. */
  processWebhook(gateway: PaymentGateway, body: unknown): Promise<WebhookOutcome>
  /** Claims the payment that is due for processing. */
  claimDue(): Promise<string | undefined>
}

export const createPayments = (deps: PaymentsDeps): Payments => {
  const { database, gateways, clock, log, pollAgainWithinMs = payerWaitsMs } = deps
  const { db } = database
  const callsInProgress = new Map<string, Promise<PollResult | undefined>>()
  const payersWaiting = new Map<string, Promise<void>>()

  const process = async (id: string): Promise<PollResult | undefined> => {
    const payment = await findPayment(db, id)
    if (!payment) return
    const charge = chargeOf(payment)
    if (charge !== id) return shareCall(charge, () => process(charge))
    return processPayment(deps, gateways.of(payment), payment)
  }

  const processUntilPolled = async (id: string) => {
    const until = Date.now() + pollAgainWithinMs
    while ((await shareCall(id, () => process(id))) === 'skipped' && Date.now() + checkEveryMs < until)
      await wait(checkEveryMs)
  }

  /** Runs one gateway call per payment at a time within this process; joins the running one. */
  const shareCall = (
    id: string,
    work: () => Promise<PollResult | undefined>,
  ): Promise<PollResult | undefined> => {
    const running = callsInProgress.get(id)
    if (running) return running
    const started = work().finally(() => callsInProgress.delete(id))
    callsInProgress.set(id, started)
    return started
  }

  return {
    gateway: gateways.current,
    gateways,
    hooks: deps.hooks,
    store(trx, payment) {
      // A saved method is charged in its own shop.
      const gateway = (payment.method && gateways.of(payment.method)) ?? gateways.current
      return storePayment(trx, payment, { gateway, timeZone: deps.config.timeZone })
    },
    async process(id) {
      await shareCall(id, () => process(id))
    },
    async processForPayer(id) {
      const started = payersWaiting.get(id) ?? processUntilPolled(id).finally(() => payersWaiting.delete(id))
      payersWaiting.set(id, started)
      let isLate = false
      await Promise.race([
        started.catch((error: unknown) => {
          if (!isLate) throw error
          log.error({ payment: id, ...errorFields(error) }, 'a payment could not be processed')
        }),
        wait(payerWaitsMs, undefined, { ref: false }),
      ])
      isLate = true
    },
    async cancel(paymentId, declineReason) {
      const payment = await findPayment(db, paymentId)
      const id = payment ? chargeOf(payment) : paymentId
      while (callsInProgress.has(id)) await callsInProgress.get(id)
      await shareCall(id, async () => {
        await cancelPayment(deps, gateways, id, declineReason)
        return undefined
      })
    },

    async processListed(id, gatewayPaymentId) {
      while (callsInProgress.has(id)) await callsInProgress.get(id)
      await shareCall(id, async () => {
        const payment = await findPayment(db, id)
        const gateway = payment && gateways.of(payment)
        if (!gateway) return
        return pollPayment(deps, gateway, payment, { gatewayPaymentId, pauseMs: 0, alsoCanceled: true })
      })
    },

    async processWebhook(sender, body) {
      const content = sender.readWebhook(body)
      if (!content) return 'unreadable'
      const { event, gatewayPaymentId } = content
      const webhook = `${event} ${gatewayPaymentId}`
      if (await isWebhookProcessed(db, { gateway: sender.name, webhook })) return 'accepted'
      const payment = await findPaymentOf(db, sender, content)
      const gateway = payment && gateways.of(payment)
      // A canceled payment is polled: it may have been paid after all.
      if (!payment || !gateway || payment.state === 'succeeded') return 'accepted'
      await callsInProgress.get(payment.id)
      let isAnswered = false
      await shareCall(payment.id, async () => {
        const polling = { gatewayPaymentId, pauseMs: webhookPauseMs, webhook }
        const polled = await pollPayment(deps, gateway, payment, polling)
        isAnswered = polled === 'answered'
        return polled
      })
      if (isAnswered) return 'accepted'
      // Only the webhook has the gateway's id of the payment, so the gateway has to send it again.
      if (payment.gatewayPaymentId === null) return 'busy'
      await updateIntent(db, payment.id, { next_check_at: addMs(clock(), pollPauseMs) })
      return 'accepted'
    },

    claimDue() {
      const now = clock()
      return claimDuePayment(db, { now: now.toISOString(), until: addMs(now, leaseMs) })
    },
  }
}

/** The id of the payment that is sent to the gateway: of a basket, the lead payment. */
const chargeOf = ({ id, basketId }: StoredPayment): string => basketId ?? id

const findPaymentOf = async (
  db: Queries,
  { name: gateway }: PaymentGateway,
  { gatewayPaymentId, paymentId }: GatewayWebhook,
): Promise<StoredPayment | undefined> => {
  const payment = await findPaymentOfGateway(db, { gateway, gatewayPaymentId })
  if (payment || paymentId === null) return payment
  // Its creation had no answer, so the gateway's id is not stored yet.
  const lostPayment = await findPayment(db, paymentId)
  return lostPayment?.gateway === gateway && lostPayment.gatewayPaymentId === null ? lostPayment : undefined
}

/** The dependencies of the payment routes and services. */
export interface PaymentRoutesDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  payments: Payments
  log: Log
}

const mostAtOnce = 4

/**
 * The step that processes all due payments, a few at once: those of a dead process, those without an answer, pending ones,
 * and receipts in progress. Several processes may run it over one database.
 */
export const processPaymentsStep = (
  { claimDue, process }: Pick<Payments, 'claimDue' | 'process'>,
  log: Log,
): Step => {
  const running = new Set<Promise<void>>()

  // A payment that fails is due again when its lease ends.
  const track = (work: Promise<void>, wake: () => void) => {
    const tracked = work
      .catch((error: unknown) => log.error(errorFields(error), 'a payment could not be processed'))
      .finally(() => {
        running.delete(tracked)
        wake()
      })
    running.add(tracked)
  }

  return {
    name: 'payments',
    async run(wake) {
      while (running.size < mostAtOnce) {
        const id = await claimDue()
        if (id === undefined) return
        track(process(id), wake)
      }
    },
    async finish() {
      await Promise.all(running)
    },
  }
}
