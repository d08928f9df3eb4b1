import { z } from 'zod'
import type { UpstreamAnswer, UpstreamCall } from './fake-upstream'

const paymentBody = z.object({
  amount: z.number().optional(),
  parts: z.array(z.object({ account: z.string(), amount: z.number() })).optional(),
})

/** What the API knows of an account by now, kopecks. */
interface Standing {
  balance: number
  pending?: number
}

export const confirmRequired = {
  status: 422,
  body: { message: 'Подтвердите платёж.', code: 'confirm_required' },
} satisfies UpstreamAnswer

/** Answers a payment as an API with the feature `confirmation`: refused if it may pay a debt twice, otherwise `data`. */
export const askingApi =
  (standings: Record<string, Standing>, data: object) =>
  ({ id = '', headers, body }: UpstreamCall): UpstreamAnswer => {
    const { amount = 0, parts = [{ account: id, amount }] } = paymentBody.parse(body)
    const seen = String(headers['x-seen-balance'] ?? '').split(',')
    const asks = parts.some((part, index) => {
      const { balance, pending = 0 } = standings[part.account] ?? { balance: part.amount }
      const isPaidMeanwhile = balance < Number(seen[index]) && part.amount > balance
      return isPaidMeanwhile || (!headers['x-pay-anew'] && pending > 0 && pending + part.amount > balance)
    })
    return asks ? confirmRequired : { status: 201, body: { data } }
  }
