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

/** Returns `unknown` if the bank throws: it was not reached. */
const orUnknown = async <Answer>(
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

const orNotFound = <Item>(item: Item | undefined): BankAnswer<Item> =>
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
  create: (body, key) => orUnknown(() => paymentAnswer(bank.announce(key, body))),
  get: (id) => orUnknown(() => paymentAnswer(orNotFound(bank.find(id)))),
  listPayments: (query) => orUnknown(() => pageOf(bank.statement(query), asPayment)),
  readWebhook: () => null,
  mayWebhookComeFrom: () => false,
  refunds: {
    bodyOf: ({ gatewayPaymentId, amount }) => JSON.stringify({ gatewayPaymentId, amount }),
    create: (body, key) => orUnknown(() => refundAnswer(bank.refund(key, body))),
    get: (id) => orUnknown(() => refundAnswer(orNotFound(bank.findRefund(id)))),
    list: (query) => orUnknown(() => pageOf(bank.refundsMade(query), asRefund)),
    readWebhook: () => null,
  },
})

/** The gateway module over this bank. */
export const bankTransfer = (bank: TransferBank): GatewayModule => ({
  name: 'transfer',
  configure: (): ConfiguredGateway => ({
    name: 'transfer',
    takesTestMoney: true,
    open: () => ({ gateway: transferGateway(bank) }),
  }),
})
