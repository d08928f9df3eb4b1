interface DeclineWords {
  fact: string
  /** What the payer can do. It does not mention the debt, which may be paid by now. */
  advice?: string
  /** Canceled by the payer, by us, or because time ran out: the bank has not refused it. */
  isOwnDecision?: true
}

const GENERAL: DeclineWords = {
  fact: 'Платёж отменён.',
  advice: 'Попробуйте ещё раз или оплатите другой картой.',
}

/** By decline reason (contract/decline-reasons.ts). */
const words = {
  '3d_secure_failed': {
    fact: 'Банк не подтвердил, что платите вы.',
    advice: 'Повторите оплату и введите код из сообщения банка.',
  },
  call_issuer: { fact: 'Банк отклонил платёж и просит ему позвонить: номер указан на обороте карты.' },
  canceled_by_company: {
    fact: 'Платёж отменён компанией.',
    advice: 'Позвоните или напишите нам, если не знаете почему.',
    isOwnDecision: true,
  },
  card_expired: { fact: 'Срок действия карты истёк.', advice: 'Оплатите другой картой.' },
  country_forbidden: {
    fact: 'Картой, выпущенной в этой стране, оплатить нельзя.',
    advice: 'Возьмите другую карту.',
  },
  expired_on_capture: {
    fact: 'Время на подтверждение платежа вышло.',
    advice: 'Оплатите ещё раз.',
    isOwnDecision: true,
  },
  expired_on_confirmation: {
    fact: 'Платёж не был подтверждён на странице банка: вы отказались, или время вышло.',
    advice: 'Оплатите ещё раз.',
    isOwnDecision: true,
  },
  fraud_suspected: {
    fact: 'Банк счёл платёж подозрительным.',
    advice: 'Оплатите другой картой или позвоните в банк.',
  },
  general_decline: {
    fact: 'Банк отклонил платёж и не сказал почему.',
    advice: 'Оплатите другой картой или позвоните в банк.',
  },
  insufficient_funds: {
    fact: 'На карте не хватило денег.',
    advice: 'Пополните её или оплатите другой картой.',
  },
  internal_timeout: { fact: 'Платёжный сервис не успел ответить.', advice: 'Попробуйте ещё раз.' },
  invalid_card_number: {
    fact: 'Номер карты введён с ошибкой.',
    advice: 'Проверьте его и оплатите ещё раз.',
  },
  invalid_csc: {
    fact: 'Код с оборота карты введён с ошибкой.',
    advice: 'Проверьте его и оплатите ещё раз.',
  },
  issuer_unavailable: {
    fact: 'Банк, выпустивший карту, не отвечает.',
    advice: 'Попробуйте позже или оплатите другой картой.',
  },
  no_answer: {
    fact: 'Банк так и не сообщил, списаны ли деньги. Проверьте списания: если деньги списаны, позвоните или напишите нам.',
    advice: 'Если нет, заплатите ещё раз.',
  },
  not_sent: {
    fact: 'Мы не успели отправить платёж в банк и отменили его.',
    advice: 'Оплатите ещё раз.',
    isOwnDecision: true,
  },
  payment_method_limit_exceeded: {
    fact: 'Исчерпан лимит платежей по карте.',
    advice: 'Измените его в банке или оплатите другой картой.',
  },
  payment_method_restricted: {
    fact: 'Операции по этой карте запрещены банком.',
    advice: 'Оплатите другой картой.',
  },
  permission_revoked: {
    fact: 'Карта отвязана, и списать с неё нельзя.',
    advice: 'Оплатите другой картой.',
  },
  refused_by_gateway: {
    fact: 'Оплата временно не работает: платёжный сервис не принял платёж.',
    advice: 'Попробуйте позже.',
    isOwnDecision: true,
  },
  replaced: { fact: 'Вы начали оплату заново.', isOwnDecision: true },
  unknown: GENERAL,
  withdrawn: { fact: 'Платёж по автоплатежу отменён до списания.', isOwnDecision: true },
} as const satisfies Readonly<Record<string, DeclineWords>>

const ANOTHER_WAY = 'Оплатите другим способом.'

/** Other words for a charge of an account through SBP. */
const wordsOfSbp: Readonly<Record<string, DeclineWords>> = {
  call_issuer: { fact: 'Банк отклонил платёж и просит ему позвонить.' },
  fraud_suspected: {
    fact: words.fraud_suspected.fact,
    advice: 'Оплатите другим способом или позвоните в банк.',
  },
  general_decline: {
    fact: words.general_decline.fact,
    advice: 'Оплатите другим способом или позвоните в банк.',
  },
  insufficient_funds: {
    fact: 'На банковском счёте не хватило денег.',
    advice: 'Пополните его или оплатите другим способом.',
  },
  issuer_unavailable: {
    fact: 'Ваш банк не отвечает.',
    advice: 'Попробуйте позже или оплатите другим способом.',
  },
  payment_method_limit_exceeded: {
    fact: 'Исчерпан лимит платежей через СБП.',
    advice: 'Измените его в банке или оплатите другим способом.',
  },
  payment_method_restricted: {
    fact: 'Операции по этому банковскому счёту запрещены банком.',
    advice: ANOTHER_WAY,
  },
  permission_revoked: { fact: 'Согласие на списания с банковского счёта отозвано.', advice: ANOTHER_WAY },
}

// YooKassa's code, which an operator's own product API may pass on.
const synonyms: Readonly<Record<string, DeclineWords>> = {
  ...words,
  canceled_by_merchant: words.canceled_by_company,
}

/** General words for an unknown code. */
const wordsOf = (reason: string | null | undefined, isSbp = false): DeclineWords => {
  if (!reason) return GENERAL
  if (isSbp && Object.hasOwn(wordsOfSbp, reason)) return wordsOfSbp[reason] ?? GENERAL
  return (Object.hasOwn(synonyms, reason) ? synonyms[reason] : undefined) ?? GENERAL
}

/** Why a payment was canceled, and what the payer can do. `isSbp`: a payment through SBP. */
export const declineReasonInWords = (reason: string | null | undefined, isSbp = false): string => {
  const { fact, advice } = wordsOf(reason, isSbp)
  return advice ? `${fact} ${advice}` : fact
}

/** Why a payment was canceled, without advice: for places where the debt may be paid by now. */
export const declineFactInWords = (reason: string | null | undefined, isSbp = false): string =>
  wordsOf(reason, isSbp).fact

/** Whether the bank or the gateway refused the payment; not when the payer or the company canceled it. */
export const isRefusal = (reason: string | null | undefined): boolean =>
  Boolean(reason) && !wordsOf(reason).isOwnDecision

/** Whether a payment was given up without an answer of the gateway: nobody knows whether its payer was charged. */
export const isOutcomeUnknown = ({
  status,
  cancelReason,
}: {
  status: string
  cancelReason?: string | null | undefined
}): boolean => status === 'canceled' && cancelReason === 'no_answer'
