import { mostAccountsAtOnce } from 'contract/limits'
import { paymentKinds } from 'contract/payments'
import { addDays, addMonths } from 'format/dates'
import { z } from 'zod'
import type {
  GatewayAnswer,
  GatewayPayment,
  GatewayRefund,
  PaymentGateway,
  RefundAnswer,
  RefundGateway,
} from '../payment-gateway'
import { type SandboxBank, waitsForPayerMs } from './sandbox-bank'
import { type BankPayment, type BankRefund, remembersKeysMs } from './sandbox-bank.repository'
import type { RefundResult, SandboxRefunds } from './sandbox-refunds'
import { cardTitle, sbpAccount } from './test-cards'

const receiptTakesMs = 5_000

const webhook = z.object({
  type: z.literal('notification'),
  event: z.string().max(100),
  object: z.object({
    id: z.string().min(1).max(100),
    metadata: z.object({ payment: z.string().max(100) }).nullish(),
  }),
})

interface SandboxGatewayOptions {
  bank: SandboxBank
  refunds: SandboxRefunds
  /** Where the bank's pages are: '…/sandbox-bank'. */
  pagesUrl: string
  clock: () => Date
}

/** The test bank behind the same interface as a real gateway. */
export const sandboxGateway = ({ bank, refunds, pagesUrl, clock }: SandboxGatewayOptions): PaymentGateway => {
  const asAnswer = (payment: BankPayment): GatewayAnswer => ({
    kind: 'payment',
    payment: asGatewayPayment(payment, pagesUrl, clock()),
  })

  return {
    name: 'sandbox',
    shop: 'sandbox',
    remembersKeysMs,
    longestAccount: null,
    accountsAtOnce: mostAccountsAtOnce,
    paymentKinds,
    paysTo: 'named payee',
    creationBody: JSON.stringify,
    create: (body, key) =>
      withoutErrors(async () => {
        const opened = await bank.open(body, key)
        if (opened.kind === 'refused') return opened
        return opened.answerIsLost ? { kind: 'unknown', reason: 'status 500' } : asAnswer(opened.payment)
      }),
    get: (id) =>
      withoutErrors(async () => {
        const payment = await bank.find(id)
        return payment ? asAnswer(payment) : { kind: 'refused', code: 'not_found' }
      }),
    cancel: (id) =>
      withoutErrors(async () => {
        const payment = (await bank.cancel(id)) ?? (await bank.find(id))
        return payment ? asAnswer(payment) : { kind: 'refused', code: 'not_found' }
      }),
    listPayments: (query) =>
      withoutErrors(async () => {
        const page = await bank.list(query)
        const items = page.payments.map((payment) => asGatewayPayment(payment, pagesUrl, clock()))
        return { kind: 'page', items, next: page.next }
      }),
    readWebhook(body) {
      const { data: notification } = webhook.safeParse(body)
      if (!notification) return null
      const { event, object } = notification
      return { event, gatewayPaymentId: object.id, paymentId: object.metadata?.payment ?? null }
    },
    forgetPayers: bank.forgetPayers,
    refunds: sandboxRefundGateway(refunds),
    mayWebhookComeFrom: () => true,
  }
}

const asGatewayPayment = (payment: BankPayment, pagesUrl: string, now: Date): GatewayPayment => {
  const { id, status, card, card_id, card_expires, settled_at } = payment
  const paid = status === 'succeeded' && card !== null && settled_at !== null
  const isSbp = card === sbpAccount.number
  const method = paid ? { kind: isSbp ? ('sbp' as const) : ('card' as const), title: cardTitle(card) } : null
  const page = `${pagesUrl}/${payment.kind === 'sbp' ? 'app' : 'pay'}/${id}`
  const receiptIsDone = paid && now.getTime() - new Date(settled_at).getTime() >= receiptTakesMs
  return {
    id,
    status,
    amount: payment.amount,
    currency: 'RUB',
    paymentId: payment.merchant_payment,
    account: payment.account,
    // Only needed for payments that are missing here, and the test bank is in the same database.
    isForSeveral: false,
    createdAt: payment.created_at,
    confirmationUrl: status === 'pending' ? page : null,
    qr:
      status === 'pending' && payment.kind === 'sbp'
        ? { text: page, expiresAt: new Date(Date.parse(payment.created_at) + waitsForPayerMs).toISOString() }
        : null,
    paidAt: paid ? settled_at : null,
    method,
    saved:
      method && payment.saves_card === 1 && card_id !== null && card_expires !== null
        ? { id: card_id, ...method, expiresAt: isSbp ? null : lastDayOf(card_expires) }
        : null,
    declineReason: payment.decline_reason,
    gatewayCode: null,
    receipt: paid
      ? receiptIsDone
        ? { status: 'done', url: `${pagesUrl}/receipt/${id}` }
        : { status: 'pending', url: null }
      : null,
  }
}

const lastDayOf = (month: string) => addDays(`${addMonths(month, 1)}-01`, -1)

/** A gateway never throws: an error of the bank's database becomes a missing answer. */
const withoutErrors = <Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | { kind: 'unknown'; reason: string }> =>
  work().catch((error: unknown) => ({
    kind: 'unknown' as const,
    reason: error instanceof Error ? error.name : 'not an Error',
  }))

const id = z.string().min(1).max(100)
const refundWebhook = z.object({
  type: z.literal('notification'),
  event: z.string().regex(/^refund\./),
  object: z.object({ id, payment_id: id }),
})

/** The refunds of the test bank behind the same interface as those of a real gateway. */
const sandboxRefundGateway = (refunds: SandboxRefunds): RefundGateway => ({
  bodyOf: JSON.stringify,
  create: (body, key) => withoutErrors(async () => asRefundAnswer(await refunds.open(body, key))),
  get: (refundId) =>
    withoutErrors(async () => {
      const refund = await refunds.find(refundId)
      return asRefundAnswer(refund ? { kind: 'refunded', refund } : { kind: 'refused', code: 'not_found' })
    }),
  list: (query) =>
    withoutErrors(async () => {
      const page = await refunds.list(query)
      return { kind: 'page', items: page.refunds.map(asGatewayRefund), next: page.next }
    }),
  readWebhook(body) {
    const { data: notification } = refundWebhook.safeParse(body)
    if (!notification) return null
    const { object } = notification
    return { gatewayRefundId: object.id, gatewayPaymentId: object.payment_id }
  },
})

const asRefundAnswer = (refunded: RefundResult): RefundAnswer =>
  refunded.kind === 'refused' ? refunded : { kind: 'refund', refund: asGatewayRefund(refunded.refund) }

const asGatewayRefund = (refund: BankRefund): GatewayRefund => ({
  id: refund.id,
  gatewayPaymentId: refund.payment_id,
  status: refund.status,
  amount: refund.amount,
  currency: 'RUB',
  createdAt: refund.created_at,
  gatewayCode: null,
})
