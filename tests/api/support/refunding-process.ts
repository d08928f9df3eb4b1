import { openMortal } from './mortal-api'
import type { RefundingOrder } from './refunding-order'

/** A process of its own that asks for one refund and dies at the point it was told. Its order is JSON in its first argument. */
const order: RefundingOrder = JSON.parse(process.argv[2] ?? '')
const { wired, close } = await openMortal(order)
await wired.refunds.request({ paymentId: order.paymentId, amount: order.amount })
await close()
