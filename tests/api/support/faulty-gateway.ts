import type { GatewayAnswer, GatewayPayment, PaymentGateway } from 'api/payments/gateways/payment-gateway'

/**
 * How one creation fails: the request does not arrive, its answer is lost, or the gateway rejects it, even though it has
 * made the payment.
 */
export type Fault = 'not-sent' | 'answer-lost' | 'refused' | 'refused-though-made' | 'turned-away'

const answers: Record<Exclude<Fault, 'answer-lost' | 'refused-though-made'>, GatewayAnswer> = {
  'not-sent': { kind: 'unknown', reason: 'timeout' },
  refused: { kind: 'refused', code: 'invalid_request' },
  'turned-away': { kind: 'turned-away', code: 'too_many_requests' },
}

/** Wraps a real gateway and makes its answers fail on demand. */
export const faultyGateway = () => {
  let faults: Fault[] = []
  let unreachable = false
  let listIsCut = false
  let endsPayments = true
  let cancelsArrive = true
  let dies = false
  let shopInn: string | undefined
  let creations = 0
  let questions = 0
  let lists = 0
  let heldCreation: Promise<void> | undefined
  let heldCancel: { isDone: () => void; answers: Promise<void> } | undefined
  let change: (answer: GatewayAnswer) => GatewayAnswer = (answer) => answer

  const around = (gateway: PaymentGateway): PaymentGateway => ({
    ...gateway,
    creationBody(request) {
      if (dies) throw new Error('The process is gone')
      return gateway.creationBody(request)
    },
    get paysTo() {
      return shopInn === undefined ? gateway.paysTo : { inn: shopInn }
    },
    get cancel() {
      const { cancel } = gateway
      if (!endsPayments || !cancel) return undefined
      return async (id: string) => {
        if (!cancelsArrive) return answers['not-sent']
        const answer = await cancel(id)
        heldCancel?.isDone()
        await heldCancel?.answers
        return answer
      }
    },
    async create(body, key) {
      creations += 1
      const untilReleased = heldCreation
      heldCreation = undefined
      if (untilReleased) {
        await untilReleased
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
    /** How the next creations fail, in order. */
    next(...nextFaults: Fault[]) {
      faults = nextFaults
    },
    /** Turns the next creation away, but answers only when the returned function is called. */
    turnAwayLate() {
      let answer = () => {}
      heldCreation = new Promise((resolve) => {
        answer = resolve
      })
      return answer
    },
    /** Cancels a payment at the gateway (`done`), but the answer comes only when `answer` is called. */
    cancelLate() {
      let isDone = () => {}
      let answer = () => {}
      const done = new Promise<void>((resolve) => {
        isDone = resolve
      })
      heldCancel = {
        isDone: () => isDone(),
        answers: new Promise((resolve) => {
          answer = resolve
        }),
      }
      return { done, answer: () => answer() }
    },
    /** Whether the process seems to die between storing a payment and sending it. */
    diesBeforeSending(isDying: boolean) {
      dies = isDying
    },
    /** Cuts the connection, or restores it. */
    cut(isCut: boolean) {
      unreachable = isCut
    },
    /** Makes the gateway's list unreadable, or readable again. */
    cutList(isCut: boolean) {
      listIsCut = isCut
    },
    /** Removes the call that cancels a payment: many gateways have none. */
    cannotCancel() {
      endsPayments = false
    },
    /** Makes the gateway a shop that pays only the organisation with this INN. */
    paysOnlyTo(inn: string) {
      shopInn = inn
    },
    /** Loses the requests to cancel on their way. */
    loseCancels() {
      cancelsArrive = false
    },
    /** Replaces the gateway's answers. */
    replaceAnswers(replace: (answer: GatewayAnswer) => GatewayAnswer) {
      change = replace
    },
    /** Replaces these fields of every payment that the gateway returns. */
    changePayments(fields: Partial<GatewayPayment>) {
      change = (answer) =>
        answer.kind === 'payment' ? { ...answer, payment: { ...answer.payment, ...fields } } : answer
    },
    /** Answers `not_found` about every payment. */
    answerNotFound() {
      change = (answer) => (answer.kind === 'payment' ? { kind: 'refused', code: 'not_found' } : answer)
    },
    /** The numbers of creations, status queries and list queries. */
    counts: () => ({ creations, questions, lists }),
    reset() {
      faults = []
      dies = false
      shopInn = undefined
      heldCreation = undefined
      heldCancel = undefined
      unreachable = false
      listIsCut = false
      lists = 0
      endsPayments = true
      cancelsArrive = true
      creations = 0
      questions = 0
      change = (answer) => answer
    },
  }
}
