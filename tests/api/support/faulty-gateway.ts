import type { GatewayAnswer, PaymentGateway } from 'api/payments/gateways/payment-gateway'

/** What goes wrong with one creation: nothing arrives, the answer is lost, or the gateway says no, even to what it has made. */
export type Fault = 'not-sent' | 'answer-lost' | 'refused' | 'refused-though-made' | 'turned-away'

const answers: Record<Exclude<Fault, 'answer-lost' | 'refused-though-made'>, GatewayAnswer> = {
  'not-sent': { kind: 'unknown', reason: 'timeout' },
  refused: { kind: 'refused', code: 'invalid_request' },
  'turned-away': { kind: 'turned-away', code: 'too_many_requests' },
}

/** Stands before a real gateway and spoils its answers as a test wishes. */
export const faultyGateway = () => {
  let faults: Fault[] = []
  let unreachable = false
  let listIsCut = false
  let endsPayments = true
  let creations = 0
  let questions = 0
  let lists = 0
  let held: Promise<void> | undefined
  let change: (answer: GatewayAnswer) => GatewayAnswer = (answer) => answer

  const around = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    get cancel() {
      return endsPayments ? gateway.cancel : undefined
    },
    async create(body, key) {
      creations += 1
      const holding = held
      held = undefined
      if (holding) {
        await holding
        return answers['turned-away']
      }
      const fault = unreachable ? 'not-sent' : faults.shift()
      if (fault === 'not-sent' || fault === 'refused' || fault === 'turned-away') return answers[fault]
      const answer = await gateway.create(body, key)
      if (fault === 'refused-though-made') return answers.refused
      return fault === 'answer-lost' ? { kind: 'unknown', reason: 'status 500' } : change(answer)
    },
    async get(id) {
      questions += 1
      return unreachable ? { kind: 'unknown', reason: 'timeout' } : change(await gateway.get(id))
    },
    async listPayments(query) {
      lists += 1
      return unreachable || listIsCut ? { kind: 'unknown', reason: 'timeout' } : gateway.listPayments(query)
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
    /** The gateway's list can't be read, until told otherwise. */
    cutList(isCut: boolean) {
      listIsCut = isCut
    },
    /** It can't cancel, as many a gateway. */
    endsNone() {
      endsPayments = false
    },
    /** Puts other words into the gateway's mouth. */
    lie(lying: (answer: GatewayAnswer) => GatewayAnswer) {
      change = lying
    },
    /** How many times it was told to create, asked about a payment, asked for its list. */
    counts: () => ({ creations, questions, lists }),
    reset() {
      faults = []
      held = undefined
      unreachable = false
      listIsCut = false
      lists = 0
      endsPayments = true
      creations = 0
      questions = 0
      change = (answer) => answer
    },
  }
}
