import { setTimeout as wait } from 'node:timers/promises'
import type { Queries } from 'api/db/database'
import { notFound, Refusal } from 'api/http/refusal'
import type { LimitedUse } from 'api/limits/limiter'
import { problemCodes } from 'contract/problem'
import type { PaymentRoutesDeps } from './payment-routes.deps'
import { findPayment, findPaymentByKey, type StoredPayment } from './payments.repository'
import type { RequestIdentity } from './request-identity'
import { AccountTooLong, type NewPayment } from './store-payment'

export interface WantedPayment {
  identity: RequestIdentity
  /** What a new one counts against. */
  uses: readonly LimitedUse[]
  now: Date
  /** What is to be stored; refuses what may not be paid. Asked only when the request is a new one. */
  prepare(db: Queries): Promise<Omit<NewPayment, 'identity' | 'now'>>
  /** What has to be done before a new one is stored, outside of the transaction; may refuse it. */
  beforeStoring?(db: Queries): Promise<void>
  /** May refuse a new one in the transaction that stores it: then nothing is stored, and the key is not used up. */
  judge?(trx: Queries, paymentId: string): Promise<void>
  /** What else is stored with a new one, in the same transaction. */
  alongside?(trx: Queries, paymentId: string): Promise<void>
}

/** The same request sent to another process is waited for as long as its gateway may take. */
const othersTakeMs = 8_000
const lookEveryMs = 100

/** Begins payments, each request once, however often and at how many places at once it is sent. */
export const paymentBeginner = ({
  database,
  limiter,
  payments,
}: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>) => {
  const { db } = database
  const beingStored = new Map<string, Promise<string>>()

  const sameRequest = (payment: StoredPayment, { identity }: WantedPayment) => {
    if (payment.bodyHash === identity.bodyHash) return payment.id
    throw new Refusal(422, {
      code: problemCodes.idempotencyMismatch,
      message: 'Этой формой уже начат платёж с другими данными. Проверьте их и отправьте форму ещё раз.',
    })
  }

  const storeOnce = async (wanted: WantedPayment): Promise<string> => {
    const { identity, now } = wanted
    const payment = { ...(await wanted.prepare(db)), identity, now }
    await limiter.admit(wanted.uses, now, tooMany)
    try {
      await wanted.beforeStoring?.(db)
      const { id, isNew } = await database.transaction(async (trx) => {
        const stored = await payments.store(trx, payment)
        if (stored.isNew) {
          await wanted.judge?.(trx, stored.id)
          await wanted.alongside?.(trx, stored.id)
        }
        return stored
      }, 'read committed')
      if (!isNew) await limiter.giveBack(wanted.uses)
      return id
    } catch (error) {
      if (error instanceof Refusal) await limiter.giveBack(wanted.uses)
      throw error instanceof AccountTooLong ? tooLong() : error
    }
  }

  /** In one process the same request is looked into once, so that its copies don't use up the limit. */
  const store = (wanted: WantedPayment): Promise<string> => {
    const { requestKey } = wanted.identity
    const running = beingStored.get(requestKey)
    if (running) return running
    const started = storeOnce(wanted).finally(() => beingStored.delete(requestKey))
    beingStored.set(requestKey, started)
    return started
  }

  return {
    /**
     * The payment that the request stands for, told to the gateway. Refuses with 422 (`idempotency_mismatch`) the same key
     * with other data, with 503 when the gateway gave no page to pay on: then no money can have been taken.
     */
    async begin(wanted: WantedPayment): Promise<StoredPayment> {
      const known = await findPaymentByKey(db, wanted.identity.requestKey)
      const id = known ? sameRequest(known, wanted) : await store(wanted)
      await payments.process(id)
      const payment = await afterOthers(id)
      sameRequest(payment, wanted)
      const isAtGateway = payment.state !== 'unknown' && !isOnItsWay(payment)
      if (!isAtGateway && payment.request.savedMethod === null) throw noPage()
      return payment
    },
  }

  async function afterOthers(id: string): Promise<StoredPayment> {
    const until = Date.now() + othersTakeMs
    for (;;) {
      const payment = await findPayment(db, id)
      if (!payment) throw notFound()
      if (!isOnItsWay(payment) || Date.now() > until) return payment
      await wait(lookEveryMs)
    }
  }
}

const isOnItsWay = ({ state }: StoredPayment) => state === 'created' || state === 'sent'

const tooMany = 'Слишком много платежей подряд.'

const tooLong = () => {
  const message =
    'Этот лицевой счёт пока нельзя оплатить на сайте: банк не принимает такие длинные номера. Оплатите по квитанции.'
  return new Refusal(422, { message, errors: { account: [message] } })
}

const noPage = () =>
  new Refusal(
    503,
    { message: 'Банк сейчас не отвечает. Деньги не списаны. Попробуйте ещё раз через минуту.' },
    60,
  )
