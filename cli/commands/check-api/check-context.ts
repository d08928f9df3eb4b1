import { z } from 'zod'

/** Values from earlier answers that later calls need. Personal data in it is never printed. */
export interface CheckContext {
  features: readonly string[]
  profile?: { name: string; phone: string | null }
  account?: string
  /** An account that owes something. */
  owing?: string
  defaultAccount?: string
  /** Billing months of the account, newest first. */
  periods: readonly string[]
  /** A payment of the customer's own. */
  payment?: string
  /** A payment that was made without signing in. */
  guestPayment?: string
  autopayment?: string
}

export const emptyContext = (): CheckContext => ({ features: [], periods: [] })

/** Invented values, for calls that the API has to refuse. */
export const placeholderContext = (value: string): CheckContext => ({
  features: [],
  profile: { name: value, phone: null },
  account: value,
  owing: value,
  defaultAccount: value,
  periods: ['2026-02', '2026-01'],
  payment: value,
  guestPayment: value,
  autopayment: value,
})

/**
 * Reads values that later calls need from an answer. The schema covers these values only: the answer may deviate
 * elsewhere.
 */
export type Learn = (json: unknown) => Partial<CheckContext>

const from =
  <Schema extends z.ZodType>(
    schema: Schema,
    learn: (answer: z.output<Schema>) => Partial<CheckContext>,
  ): Learn =>
  (json) => {
    const parsed = schema.safeParse(json)
    return parsed.success ? learn(parsed.data) : {}
  }

const text = z.string().min(1)

export const learnFeatures = from(z.object({ features: z.array(z.string()) }), ({ features }) => ({
  features,
}))

export const learnProfile = from(
  z.object({ data: z.object({ name: z.string(), phone: z.string().nullish() }) }),
  ({ data: { name, phone } }) => ({ profile: { name, phone: phone ?? null } }),
)

export const learnAccounts = from(
  z.object({ data: z.array(z.object({ account: text, balance: z.unknown() })) }),
  ({ data }) => {
    const owing = data.find(({ balance }) => typeof balance === 'number' && balance > 0)
    return { ...(data[0] && { account: data[0].account }), ...(owing && { owing: owing.account }) }
  },
)

export const learnDefaultAccount = from(z.object({ account: text }), ({ account }) => ({
  defaultAccount: account,
}))

export const learnPeriods = from(z.object({ periods: z.array(text) }), ({ periods }) => ({ periods }))

export const learnPayments = from(
  z.object({ data: z.array(z.object({ id: text, own: z.unknown(), source: z.unknown() })) }),
  ({ data }) => {
    const ownPayment = data.find((payment) => payment.own !== false && payment.source !== 'guest')
    const guestPayment = data.find(({ source }) => source === 'guest')
    return {
      ...(ownPayment && { payment: ownPayment.id }),
      ...(guestPayment && { guestPayment: guestPayment.id }),
    }
  },
)

const autopayments = z.object({
  data: z.array(z.object({ id: text, lastPayment: z.object({ id: text }).nullish().catch(null) })),
})

export const learnAutopayments = from(autopayments, ({ data: [first] }) => ({
  ...(first && { autopayment: first.id }),
  ...(first?.lastPayment && { payment: first.lastPayment.id }),
}))
