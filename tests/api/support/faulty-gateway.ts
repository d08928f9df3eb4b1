import type { GatewayAnswer, PaymentGateway } from 'api/gateways/payment-gateway'

/** What goes wrong with one creation: nothing arrives, the answer is lost, or the gateway says no. */
export type Fault = 'not-sent' | 'answer-lost' | 'refused' | 'turned-away'

const answers: Record<Exclude<Fault, 'answer-lost'>, GatewayAnswer> = {
  'not-sent': { kind: 'unknown', reason: 'timeout' },
  refused: { kind: 'refused', code: 'invalid_request' },
  'turned-away': { kind: 'turned-away', code: 'too_many_requests' },
}

/** Stands before a real gateway and spoils its answers as a test wishes. */
export const faultyGateway = () => {
  let faults: Fault[] = []
  let unreachable = false
  let creations = 0
  let questions = 0
  let held: Promise<void> | undefined
  let change: (answer: GatewayAnswer) => GatewayAnswer = (answer) => answer

  const around = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    async create(request, key) {
      creations += 1
      const holding = held
      held = undefined
      if (holding) {
        await holding
        return answers['turned-away']
      }
      const fault = unreachable ? 'not-sent' : faults.shift()
      if (fault !== undefined && fault !== 'answer-lost') return answers[fault]
      const answer = await gateway.create(request, key)
      return fault === 'answer-lost' ? { kind: 'unknown', reason: 'status 500' } : change(answer)
    },
    async get(id) {
      questions += 1
      return unreachable ? { kind: 'unknown', reason: 'timeout' } : change(await gateway.get(id))
    },
    async listPayments(query) {
      return unreachable ? { kind: 'unknown', reason: 'timeout' } : gateway.listPayments(query)
    },
  })

  return {
    around,
    /** The next creations go wrong, each in its way. */
    next(...wanted: Fault[]) {
      faults = wanted
    },
    /** The next creation is turned away, but its answer comes no sooner than the function given back is called. */
    turnAwayLate() {
      let answer = () => {}
      held = new Promise((resolve) => {
        answer = resolve
      })
      return answer
    },
    /** Nothing comes through, until told otherwise. */
    cut(isCut: boolean) {
      unreachable = isCut
    },
    /** Puts other words into the gateway's mouth. */
    lie(lying: (answer: GatewayAnswer) => GatewayAnswer) {
      change = lying
    },
    /** How many times it was told to create, and asked. */
    counts: () => ({ creations, questions }),
    reset() {
      faults = []
      held = undefined
      unreachable = false
      creations = 0
      questions = 0
      change = (answer) => answer
    },
  }
}
