import { randomUUID } from 'node:crypto'
import type { RefundRequest } from 'api/payments/gateways/payment-gateway'

/** A transfer that the company expects. */
export interface Transfer {
  id: string
  /** Our id of the payment, which the payer writes into the purpose. */
  paymentId: string
  account: string
  amount: number
  createdAt: Date
  state: 'awaited' | 'received' | 'returned'
  receivedAt: Date | null
  /** The bank's code. */
  returnCode: string | null
}

export interface TransferRefund {
  id: string
  transferId: string
  amount: number
  createdAt: Date
}

export type BankAnswer<Item> = { ok: true; item: Item } | { ok: false; code: string }

const waitsMs = 3 * 24 * 3_600_000
const pageSize = 50

/** The company's bank: remembers keys, lists transfers, and can be unreachable. */
export const openTransferBank = (clock: () => Date) => {
  const transfers = new Map<string, Transfer>()
  const refunds = new Map<string, TransferRefund>()
  const keys = new Map<string, { body: string; id: string }>()
  let isDown = false

  const checkConnection = () => {
    if (isDown) throw new Error('The bank is out of reach')
  }

  const expireIfOld = (transfer: Transfer): Transfer => {
    if (transfer.state === 'awaited' && clock().getTime() - transfer.createdAt.getTime() >= waitsMs) {
      transfer.state = 'returned'
      transfer.returnCode = 'not_received'
    }
    return transfer
  }

  const createOnce = <Item extends { id: string }>(
    { key, body }: { key: string; body: string },
    all: Map<string, Item>,
    make: () => Item | null,
  ): BankAnswer<Item> => {
    checkConnection()
    const previous = keys.get(key)
    const item = previous ? all.get(previous.id) : make()
    if (!item || (previous && previous.body !== body)) return { ok: false, code: 'bad_request' }
    keys.set(key, { body, id: item.id })
    all.set(item.id, item)
    return { ok: true, item }
  }

  const page = <Item extends { id: string; createdAt: Date }>(
    all: Map<string, Item>,
    { from, to, cursor }: { from: string; to: string; cursor: string | null },
  ) => {
    checkConnection()
    const inRange = [...all.values()].filter(
      ({ createdAt }) => createdAt >= new Date(from) && createdAt < new Date(to),
    )
    const start = Number(cursor ?? 0)
    const next = start + pageSize < inRange.length ? String(start + pageSize) : null
    return { items: inRange.slice(start, start + pageSize), next }
  }

  return {
    announce: (key: string, body: string) =>
      createOnce<Transfer>({ key, body }, transfers, () => {
        const request: Pick<Transfer, 'paymentId' | 'account' | 'amount'> = JSON.parse(body)
        const id = randomUUID()
        return { ...request, id, createdAt: clock(), state: 'awaited', receivedAt: null, returnCode: null }
      }),
    find(id: string) {
      checkConnection()
      const transfer = transfers.get(id)
      return transfer && expireIfOld(transfer)
    },
    statement: (query: { from: string; to: string; cursor: string | null }) => {
      const { items, next } = page(transfers, query)
      return { items: items.map(expireIfOld), next }
    },
    refund: (key: string, body: string) =>
      createOnce<TransferRefund>({ key, body }, refunds, () => {
        const request: Pick<RefundRequest, 'gatewayPaymentId' | 'amount'> = JSON.parse(body)
        const transfer = transfers.get(request.gatewayPaymentId)
        const refundedBefore = [...refunds.values()]
          .filter(({ transferId }) => transferId === transfer?.id)
          .reduce((sum, { amount }) => sum + amount, 0)
        if (transfer?.state !== 'received' || refundedBefore + request.amount > transfer.amount) return null
        return { id: randomUUID(), transferId: transfer.id, amount: request.amount, createdAt: clock() }
      }),
    findRefund(id: string) {
      checkConnection()
      return refunds.get(id)
    },
    refundsMade: (query: { from: string; to: string; cursor: string | null }) => page(refunds, query),

    /** The payer's money arrives. */
    receive(id: string) {
      Object.assign(transfers.get(id) ?? {}, { state: 'received', receivedAt: clock() })
    },
    /** The bank returns the payer's money. */
    return(id: string, returnCode: string) {
      Object.assign(transfers.get(id) ?? {}, { state: 'returned', returnCode })
    },
    cut(isCut: boolean) {
      isDown = isCut
    },
  }
}

export type TransferBank = ReturnType<typeof openTransferBank>
