import { setTimeout as wait } from 'node:timers/promises'
import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { Limiter } from 'api/limits/limiter'
import type { LetterSite } from 'api/mail/letter'
import type { DeclineReason } from 'contract/decline-reasons'
import { errorFields, type Log } from 'monitoring/log'
import { type GatewayRegistry, placeOf } from '../gateways/gateway-registry'
import type { GatewayWebhook, PaymentGateway } from '../gateways/payment-gateway'
import { endByAge } from '../outcome/end-by-age'
import { addMs } from '../outcome/next-check'
import type { PaymentHooks } from '../outcome/payment-hooks'
import { type ProcessingDeps, recordAndReport } from '../outcome/record-and-report'
import type { Outcome } from '../outcome/record-outcome'
import { isWebhookTaken } from '../store/gateway-webhooks.repository'
import { isFinal } from '../store/payment-states'
import {
  findPayment,
  findPaymentOfGateway,
  type StoredPayment,
  takeDuePayment,
  updateIntent,
} from '../store/payments.repository'
import { leaseMs, type NewPayment, storePayment } from '../store/store-payment'
import { cancelPayment } from './cancel-payment'
import { type Polled, pollPayment } from './poll-payment'
import { sendPayment } from './send-payment'

/** A payment whose gateway or shop is not configured any more can't be polled: it is ended by its age. */
const processWithoutGateway = async (deps: ProcessingDeps, payment: StoredPayment) => {
  const { id, state } = payment
  const ended = isFinal(state) ? null : endByAge(payment, deps.clock())
  if (ended)
    deps.log.error(
      { payment: id, gateway: placeOf(payment) },
      'ended by its age: its gateway is not configured',
    )
  await recordAndReport(deps, payment, inTwoSteps(payment, ended))
}

/** One in the state `sent` becomes `unknown` first: another process may still be sending it. */
const inTwoSteps = ({ state, sends }: StoredPayment, ended: Outcome | null): Outcome => {
  if (ended === null) return { event: null, actor: 'time' }
  return state === 'sent' ? { event: 'lose', actor: 'time', why: 'no_gateway', sends } : ended
}

/** Short enough for a payer who comes back from the bank, long enough for one who keeps reloading. */
const pollPauseMs = 2_000
const webhookPauseMs = 1_000
const lookEveryMs = 100
/** How long a payer waits for the gateway before the payment is shown as pending. */
const payerWaitsMs = 3_000

export interface PaymentsDeps extends ProcessingDeps {
  gateways: GatewayRegistry
  /** How long a payer's payment that was polled a moment ago waits to be polled again: 3 s unless given. */
  pollAgainWithinMs?: number | undefined
}

/** `unreadable`: it is no webhook of this gateway. `busy`: it has to be sent again. */
export type TakenWebhook = 'taken' | 'unreadable' | 'busy'

/** Stores payments, sends them to the gateways and records how they end. */
export interface Payments {
  /** The one that new payments are begun with. */
  gateway: PaymentGateway
  gateways: GatewayRegistry
  hooks: PaymentHooks
  /**
   * Stores a payment in the caller's transaction. Call `process` after the commit; otherwise the worker does within
   * half a minute.
   */
  store(trx: Queries, payment: NewPayment): Promise<{ id: string; isNew: boolean }>
  /**
   * Calls the payment's gateway if one is due: sends a new payment, repeats one that had no answer, polls a pending one.
   * Resolves when the outcome is recorded. Not to be called inside a transaction.
   */
  process(id: string): Promise<void>
  /**
   * The same for a payer who waits for the result: where the gateway has just been polled, also by another replica, it is
   * polled again as soon as it may be. Resolves after 3 s at the latest; a slower answer is still recorded.
   */
  processForPayer(id: string): Promise<void>
  /**
   * Cancels a payment that nobody has paid, where its gateway can, and records the gateway's answer, which may also be a
   * success. Not to be called inside a transaction.
   */
  cancel(id: string, declineReason: DeclineReason): Promise<void>
  /**
   * Polls a payment that the gateway's list shows in another state, also a canceled one and one whose id at the gateway is
   * not known here. Not to be called inside a transaction.
   */
  processListed(id: string, gatewayPaymentId: string): Promise<void>
  /** Processes a gateway's webhook, whichever of its shops it is about. */
  takeWebhook(gateway: PaymentGateway, body: unknown): Promise<TakenWebhook>
  /** Takes a payment that is due for processing; undefined when there is none. */
  takeDue(): Promise<string | undefined>
}

export const createPayments = (deps: PaymentsDeps): Payments => {
  const { database, gateways, clock, log, pollAgainWithinMs = payerWaitsMs } = deps
  const { db } = database
  const callsInProgress = new Map<string, Promise<Processed>>()
  const waiting = new Map<string, Promise<void>>()

  const process = async (id: string): Promise<Processed> => {
    const payment = await findPayment(db, id)
    if (!payment) return
    const charge = chargeOf(payment)
    if (charge !== id) return alone(charge, () => process(charge))
    const gateway = gateways.of(payment)
    const { gatewayPaymentId } = payment
    if (!gateway) await processWithoutGateway(deps, payment)
    else if (gatewayPaymentId !== null) {
      const polled = await pollPayment(deps, gateway, payment, { gatewayPaymentId, pauseMs: pollPauseMs })
      return isFinal(payment.state) ? undefined : polled
    } else if (!isFinal(payment.state)) await sendPayment(deps, gateway, payment)
  }

  const processUntilPolled = async (id: string) => {
    const until = Date.now() + pollAgainWithinMs
    while ((await alone(id, () => process(id))) === 'skipped' && Date.now() + lookEveryMs < until)
      await wait(lookEveryMs)
  }

  /** Within this process, one call of the gateway at a time about the same payment. */
  const alone = (id: string, work: () => Promise<Processed>): Promise<Processed> => {
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
      await alone(id, () => process(id))
    },
    async processForPayer(id) {
      const started = waiting.get(id) ?? processUntilPolled(id).finally(() => waiting.delete(id))
      waiting.set(id, started)
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
      await alone(id, async () => {
        await cancelPayment(deps, gateways, id, declineReason)
        return undefined
      })
    },

    async processListed(id, gatewayPaymentId) {
      while (callsInProgress.has(id)) await callsInProgress.get(id)
      await alone(id, async () => {
        const payment = await findPayment(db, id)
        const gateway = payment && gateways.of(payment)
        if (!gateway) return
        return pollPayment(deps, gateway, payment, { gatewayPaymentId, pauseMs: 0, alsoCanceled: true })
      })
    },

    async takeWebhook(sender, body) {
      const read = sender.readWebhook(body)
      if (!read) return 'unreadable'
      const { gatewayPaymentId } = read
      const webhook = `${read.event} ${gatewayPaymentId}`
      if (await isWebhookTaken(db, { gateway: sender.name, webhook })) return 'taken'
      const payment = await findPaymentOf(db, sender, read)
      const gateway = payment && gateways.of(payment)
      // A canceled one is polled: it may have been paid after all.
      if (!payment || !gateway || payment.state === 'succeeded') return 'taken'
      await callsInProgress.get(payment.id)
      let isAnswered = false
      await alone(payment.id, async () => {
        const polling = { gatewayPaymentId, pauseMs: webhookPauseMs, webhook }
        const polled = await pollPayment(deps, gateway, payment, polling)
        isAnswered = polled === 'answered'
        return polled
      })
      if (isAnswered) return 'taken'
      // The gateway's id of the payment is in the webhook alone, so the gateway has to send it again.
      if (payment.gatewayPaymentId === null) return 'busy'
      await updateIntent(db, payment.id, { next_check_at: addMs(clock(), pollPauseMs) })
      return 'taken'
    },

    takeDue() {
      const now = clock()
      return takeDuePayment(db, { now: now.toISOString(), until: addMs(now, leaseMs) })
    },
  }
}

/** Whether a pending payment was polled; undefined where there was nothing to poll. */
type Processed = Polled | undefined

/** The payment that is sent to the gateway: of several that one charge pays, the one that carries it. */
const chargeOf = ({ id, basketId }: StoredPayment): string => basketId ?? id

const findPaymentOf = async (
  db: Queries,
  { name: gateway }: PaymentGateway,
  { gatewayPaymentId, paymentId }: GatewayWebhook,
): Promise<StoredPayment | undefined> => {
  const payment = await findPaymentOfGateway(db, { gateway, gatewayPaymentId })
  if (payment || paymentId === null) return payment
  // Its creation had no answer, so its id at the gateway is not known here yet.
  const lost = await findPayment(db, paymentId)
  return lost?.gateway === gateway && lost.gatewayPaymentId === null ? lost : undefined
}

/** What the routes and services of payments work with. */
export interface PaymentRoutesDeps {
  config: ApiConfig & LetterSite
  database: Database
  limiter: Limiter
  payments: Payments
  log: Log
}
