import type { ApiConfig } from 'api/config'
import type { Database, Queries } from 'api/db/database'
import type { GatewayAnswer, PaymentGateway } from 'api/gateways/payment-gateway'
import type { Log } from 'api/http/log'
import { isSamePayment, outcomeOfPolling, outcomeOfSending } from './outcome-of'
import type { PaymentHooks } from './payment-hooks'
import { isFinal, statesBefore } from './payment-states'
import {
  claimForPolling,
  claimForSending,
  findPayment,
  findPaymentOfGateway,
  isWebhookTaken,
  type StoredPayment,
  takeDuePayment,
  updateIntent,
} from './payments.repository'
import { type Outcome, recordOutcome } from './record-outcome'
import { leaseMs, type NewPayment, storePayment } from './store-payment'
import { isUnanswered, keysForgottenSince } from './unanswered'

const HOUR = 60 * 60_000

/** A payer who comes back sees the truth, and one who keeps reloading does not wear the gateway out. */
const pollPauseMs = 2_000
const webhookPauseMs = 1_000
const repeatPauseMs = 2_000
/** What was stored and never told by then is no longer what the payer is waiting for. */
const neverToldMs = HOUR

export interface PaymentsDeps {
  config: Pick<ApiConfig, 'publicUrl' | 'siteTitle' | 'timeZone'>
  database: Database
  gateway: PaymentGateway
  hooks: PaymentHooks
  log: Log
  clock: () => Date
  /** Letters have become due. */
  wakeJobs: () => void
}

/** What goes on between the company's payments and the gateway. */
export interface Payments {
  gateway: PaymentGateway
  hooks: PaymentHooks
  /** Writes a payment down, in the caller's transaction. `process` it after the commit, or the jobs will in half a minute. */
  store(trx: Queries, payment: NewPayment): Promise<{ id: string; isNew: boolean }>
  /**
   * Turns to the gateway about a payment if it is time to: tells it of a new one, repeats what had no answer, asks how
   * a pending one stands. Resolves when that is written down. Never to be called inside a transaction.
   */
  process(id: string): Promise<void>
  /** Processes the gateway's webhook; false for what is no webhook at all. */
  takeWebhook(body: unknown): Promise<boolean>
  /** Takes a payment that is due for processing; undefined when there is none. */
  takeDue(): Promise<string | undefined>
}

export const createPayments = (deps: PaymentsDeps): Payments => {
  const { database, gateway, log, clock, wakeJobs } = deps
  const { db } = database
  const underWay = new Map<string, Promise<void>>()

  const record = async (payment: StoredPayment, outcome: Outcome) => {
    const { before, after } = await recordOutcome(deps, payment.id, outcome, clock())
    if (before !== after && isFinal(after)) wakeJobs()
    if (before === 'canceled' && outcome.event === 'succeed') {
      log.error({ payment: payment.id }, 'the gateway took money for a payment that was given up')
    }
  }

  const complain = (payment: StoredPayment, answer: GatewayAnswer) => {
    const fields = { payment: payment.id, gateway: gateway.name }
    if (answer.kind === 'payment') {
      if (isSamePayment(answer.payment, payment)) return
      log.error(fields, 'the gateway has another payment than was asked for')
    } else if (answer.kind === 'unknown') log.warn({ ...fields, reason: answer.reason }, 'no gateway answer')
    else log.error({ ...fields, code: answer.code }, 'the gateway refused')
  }

  const send = async (payment: StoredPayment) => {
    const now = clock()
    if (isLate(payment, now)) return record(payment, { event: 'abandon', reason: 'internal_timeout' })
    const sends = await claimForSending(db, {
      id: payment.id,
      now: now.toISOString(),
      until: later(now, leaseMs),
      from: statesBefore('send'),
      sentBefore: later(now, -leaseMs),
      lostBefore: later(now, -repeatPauseMs),
      firstSentSince: keysForgottenSince(gateway, now),
    })
    if (sends === undefined) return mayNotSend(payment.id, now)
    // A process that stood still meanwhile has lost its claim to another.
    if (clock().getTime() - now.getTime() >= leaseMs) return
    const answer = await gateway.create(payment.request, payment.requestKey)
    complain(payment, answer)
    await record(payment, outcomeOfSending(answer, payment, { sends }))
  }

  /** It is being told already, or it may not be told again: then there has to be another end to it. */
  const mayNotSend = async (id: string, now: Date) => {
    const payment = await findPayment(db, id)
    if (!payment || payment.gatewayPaymentId !== null) return
    if (payment.state === 'created') {
      return record(payment, { event: 'abandon', reason: 'permission_revoked' })
    }
    const abandoned = payment.askedAt <= later(now, -leaseMs)
    if (payment.state === 'sent' && abandoned) return record(payment, { event: 'lose' })
    if (payment.state !== 'unknown' || !abandoned) return
    const unanswered = isUnanswered(payment, keysForgottenSince(gateway, now))
    // Nobody was ever given its page, so nobody can have paid.
    if (unanswered && payment.request.savedMethod === null) {
      return record(payment, { event: 'abandon', reason: 'expired_on_confirmation' })
    }
    if (unanswered) {
      log.error(
        { payment: id },
        'the gateway never told what became of a charge: look for it there, then settle-payment',
      )
    }
    return record(payment, { event: 'lose' })
  }

  const poll = async (
    payment: StoredPayment,
    gatewayPaymentId: string,
    pauseMs: number,
    webhook?: string,
  ) => {
    const now = clock()
    const claimed = await claimForPolling(db, {
      id: payment.id,
      now: now.toISOString(),
      until: later(now, leaseMs),
      askedBefore: later(now, -pauseMs),
    })
    if (!claimed) return false
    const answer = await gateway.get(gatewayPaymentId)
    complain(payment, answer)
    await record(payment, { ...outcomeOfPolling(answer, payment), webhook })
    return true
  }

  const process = async (id: string) => {
    const payment = await findPayment(db, id)
    if (!payment || payment.gateway !== gateway.name) return
    if (payment.gatewayPaymentId !== null) await poll(payment, payment.gatewayPaymentId, pollPauseMs)
    else if (!isFinal(payment.state)) await send(payment)
  }

  /** In one process nobody turns to the gateway about the same payment at the same time. */
  const alone = (id: string, work: () => Promise<void>): Promise<void> => {
    const running = underWay.get(id)
    if (running) return running
    const started = work().finally(() => underWay.delete(id))
    underWay.set(id, started)
    return started
  }

  return {
    gateway,
    hooks: deps.hooks,
    store: (trx, payment) =>
      storePayment(trx, payment, { gateway: gateway.name, timeZone: deps.config.timeZone }),
    process: (id) => alone(id, () => process(id)),

    async takeWebhook(body) {
      const webhook = gateway.readWebhook(body)
      if (!webhook) return false
      const { gatewayPaymentId } = webhook
      const name = `${webhook.event} ${gatewayPaymentId}`
      if (await isWebhookTaken(db, { gateway: gateway.name, webhook: name })) return true
      const payment = await paymentOf(webhook)
      if (!payment || isFinal(payment.state)) return true
      await underWay.get(payment.id)
      await alone(payment.id, async () => {
        if (await poll(payment, gatewayPaymentId, webhookPauseMs, name)) return
        await updateIntent(db, payment.id, { next_check_at: later(clock(), pollPauseMs) })
      })
      return true
    },

    takeDue() {
      const now = clock()
      return takeDuePayment(db, {
        gateway: gateway.name,
        now: now.toISOString(),
        until: later(now, leaseMs),
      })
    },
  }

  async function paymentOf({
    gatewayPaymentId,
    paymentId,
  }: {
    gatewayPaymentId: string
    paymentId: string | null
  }) {
    const known = await findPaymentOfGateway(db, { gateway: gateway.name, gatewayPaymentId })
    if (known || paymentId === null) return known
    // Its creation had no answer, so the gateway's id of it is news.
    const lost = await findPayment(db, paymentId)
    return lost?.gateway === gateway.name && lost.gatewayPaymentId === null ? lost : undefined
  }
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

const isLate = ({ state, createdAt }: StoredPayment, now: Date) =>
  state === 'created' && now.getTime() - new Date(createdAt).getTime() > neverToldMs
