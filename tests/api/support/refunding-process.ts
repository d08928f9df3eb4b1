import { toKopecks } from 'contract/money'
import { openMortal } from './mortal-api'
import type { RefundingOrder } from './refunding-order'

/** A process that requests one refund and kills itself at a given point. Its order is JSON in the first argument. */
const order: RefundingOrder = JSON.parse(process.argv[2] ?? '')
const { wired, close } = await openMortal(order)
await wired.refunds.request({ paymentId: order.paymentId, amount: toKopecks(order.amount) })
await close()
