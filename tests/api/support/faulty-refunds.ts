import type { PaymentGateway, RefundAnswer } from 'api/payments/gateways/payment-gateway'

/** How one refund request fails: it does not arrive, its answer is lost, or the gateway rejects it. */
export type RefundFault = 'not-sent' | 'answer-lost' | 'refused' | 'turned-away'

const answers: Record<Exclude<RefundFault, 'answer-lost'>, RefundAnswer> = {
  'not-sent': { kind: 'unknown', reason: 'timeout' },
  refused: { kind: 'refused', code: 'invalid_request' },
  'turned-away': { kind: 'turned-away', code: 'too_many_requests' },
}

/** Wraps the refunds of a real gateway and makes its answers fail on demand. */
export const faultyRefunds = () => {
  let faults: RefundFault[] = []
  let unreachable = false
  let questions = 0
  let sent: { body: string; key: string }[] = []
  let change: (answer: RefundAnswer) => RefundAnswer = (answer) => answer

  const around = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    refunds: {
      ...gateway.refunds,
      async create(body, key) {
        sent.push({ body, key })
        const fault = unreachable ? 'not-sent' : faults.shift()
        if (fault !== undefined && fault !== 'answer-lost') return answers[fault]
        const answer = await gateway.refunds.create(body, key)
        return fault === 'answer-lost' ? { kind: 'unknown', reason: 'status 500' } : change(answer)
      },
      async get(id) {
        questions += 1
        return unreachable ? { kind: 'unknown', reason: 'timeout' } : change(await gateway.refunds.get(id))
      },
      async list(query) {
        return unreachable ? { kind: 'unknown', reason: 'timeout' } : gateway.refunds.list(query)
      },
    },
  })

  return {
    around,
    /** How the next requests fail, in order. */
    next(...nextFaults: RefundFault[]) {
      faults = nextFaults
    },
    /** Cuts the connection, or restores it. */
    cut(isCut: boolean) {
      unreachable = isCut
    },
    /** Replaces the gateway's answers. */
    replaceAnswers(replace: (answer: RefundAnswer) => RefundAnswer) {
      change = replace
    },
    /** The bodies of refund requests. */
    sent: () => sent,
    /** The number of status queries. */
    questions: () => questions,
    reset() {
      faults = []
      unreachable = false
      questions = 0
      sent = []
      change = (answer) => answer
    },
  }
}
