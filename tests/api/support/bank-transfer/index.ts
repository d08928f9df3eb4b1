import type { ConfiguredGateway, GatewayModule } from 'api/payments/gateways/gateway-module'
import type {
  GatewayAnswer,
  GatewayPage,
  GatewayPayment,
  GatewayRefund,
  PaymentGateway,
  RefundAnswer,
} from 'api/payments/gateways/payment-gateway'
import type { DeclineReason } from 'contract/decline-reasons'
import { toKopecks } from 'contract/money'
import type { BankAnswer, Transfer, TransferBank, TransferRefund } from './transfer-bank'

const declineReasons: Readonly<Record<string, DeclineReason>> = {
  not_received: 'expired_on_confirmation',
  returned_by_bank: 'general_decline',
}

const asPayment = (transfer: Transfer): GatewayPayment => ({
  id: transfer.id,
  status: ({ awaited: 'pending', received: 'succeeded', returned: 'canceled' } as const)[transfer.state],
  amount: toKopecks(transfer.amount),
  currency: 'RUB',
  paymentId: transfer.paymentId,
  account: transfer.account,
  isForSeveral: false,
  createdAt: transfer.createdAt.toISOString(),
  confirmationUrl: transfer.state === 'awaited' ? `https://transfer.test/how-to-pay/${transfer.id}` : null,
  paidAt: transfer.receivedAt?.toISOString() ?? null,
  method: transfer.state === 'received' ? { kind: 'other', title: 'Перевод' } : null,
  saved: null,
  declineReason: transfer.returnCode === null ? null : (declineReasons[transfer.returnCode] ?? 'unknown'),
  gatewayCode: transfer.returnCode,
  receipt: null,
})

const asRefund = ({ id, transferId, amount, createdAt }: TransferRefund): GatewayRefund => ({
  id,
  gatewayPaymentId: transferId,
  status: 'succeeded',
  amount: toKopecks(amount),
  currency: 'RUB',
  createdAt: createdAt.toISOString(),
  gatewayCode: null,
})

/** An exception of the bank is treated as no answer. */
const answering = async <Answer>(
  work: () => Answer,
): Promise<Answer | { kind: 'unknown'; reason: string }> => {
  try {
    return work()
  } catch {
    return { kind: 'unknown', reason: 'out of reach' }
  }
}

const paymentAnswer = (answer: BankAnswer<Transfer>): GatewayAnswer =>
  answer.ok ? { kind: 'payment', payment: asPayment(answer.item) } : { kind: 'refused', code: answer.code }

const refundAnswer = (answer: BankAnswer<TransferRefund>): RefundAnswer =>
  answer.ok ? { kind: 'refund', refund: asRefund(answer.item) } : { kind: 'refused', code: answer.code }

const found = <Item>(item: Item | undefined): BankAnswer<Item> =>
  item === undefined ? { ok: false, code: 'not_found' } : { ok: true, item }

const pageOf = <From, To>(
  { items, next }: { items: From[]; next: string | null },
  as: (item: From) => To,
): GatewayPage<To> => ({ kind: 'page', items: items.map(as), next })

/** A gateway for transfers to the company's bank account: no cards, no webhooks, only polling. */
const transferGateway = (bank: TransferBank): PaymentGateway => ({
  name: 'transfer',
  shop: 'transfer',
  remembersKeysMs: 24 * 3_600_000,
  longestAccount: null,
  accountsAtOnce: 1,
  paymentKinds: ['card'],
  paysTo: 'named payee',
  creationBody: ({ paymentId, account, amount }) => JSON.stringify({ paymentId, account, amount }),
  create: (body, key) => answering(() => paymentAnswer(bank.announce(key, body))),
  get: (id) => answering(() => paymentAnswer(found(bank.find(id)))),
  listPayments: (query) => answering(() => pageOf(bank.statement(query), asPayment)),
  readWebhook: () => null,
  mayWebhookComeFrom: () => false,
  refunds: {
    bodyOf: ({ gatewayPaymentId, amount }) => JSON.stringify({ gatewayPaymentId, amount }),
    create: (body, key) => answering(() => refundAnswer(bank.giveBack(key, body))),
    get: (id) => answering(() => refundAnswer(found(bank.findRefund(id)))),
    list: (query) => answering(() => pageOf(bank.refundsMade(query), asRefund)),
    readWebhook: () => null,
  },
})

/** The module of a third gateway. */
export const bankTransfer = (bank: TransferBank): GatewayModule => ({
  name: 'transfer',
  configure: (): ConfiguredGateway => ({
    name: 'transfer',
    takesTestMoney: true,
    open: () => ({ gateway: transferGateway(bank) }),
  }),
})
