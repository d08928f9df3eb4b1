const GENERAL = 'Платёж отменён. Попробуйте ещё раз или оплатите другой картой.'

/** Why a payment was canceled and what to do about it, by decline reason (contract/decline-reasons.ts). */
export const declineReasonWords = {
  '3d_secure_failed':
    'Банк не подтвердил, что платите вы. Повторите оплату и введите код из сообщения банка.',
  call_issuer: 'Банк отклонил платёж и просит ему позвонить: номер указан на обороте карты.',
  canceled_by_company: 'Платёж отменён компанией. Позвоните или напишите нам, если не знаете почему.',
  card_expired: 'Срок действия карты истёк. Оплатите другой картой.',
  country_forbidden: 'Картой, выпущенной в этой стране, оплатить нельзя. Возьмите другую карту.',
  expired_on_capture: 'Время на подтверждение платежа вышло. Оплатите ещё раз.',
  expired_on_confirmation:
    'Платёж не был подтверждён на странице банка: вы отказались, или время вышло. Оплатите ещё раз.',
  fraud_suspected: 'Банк счёл платёж подозрительным. Оплатите другой картой или позвоните в банк.',
  general_decline: 'Банк отклонил платёж и не сказал почему. Оплатите другой картой или позвоните в банк.',
  insufficient_funds: 'На карте не хватило денег. Пополните её или оплатите другой картой.',
  internal_timeout: 'Платёжный сервис не успел ответить. Попробуйте ещё раз.',
  invalid_card_number: 'Номер карты введён с ошибкой. Проверьте его и оплатите ещё раз.',
  invalid_csc: 'Код с оборота карты введён с ошибкой. Проверьте его и оплатите ещё раз.',
  issuer_unavailable: 'Банк, выпустивший карту, не отвечает. Попробуйте позже или оплатите другой картой.',
  no_answer:
    'Банк так и не сообщил, списаны ли деньги. Проверьте списания: если деньги списаны, позвоните или напишите нам; если нет, заплатите ещё раз.',
  not_sent: 'Мы не успели отправить платёж в банк и отменили его. Оплатите ещё раз.',
  payment_method_limit_exceeded:
    'Исчерпан лимит платежей по карте. Измените его в банке или оплатите другой картой.',
  payment_method_restricted: 'Операции по этой карте запрещены банком. Оплатите другой картой.',
  permission_revoked: 'Карта отвязана, и списать с неё нельзя. Оплатите другой картой.',
  refused_by_gateway: GENERAL,
  replaced: 'Вы начали оплату заново.',
  unknown: GENERAL,
  withdrawn: 'Платёж по автоплатежу отменён до списания.',
} as const

const words: Readonly<Record<string, string>> = {
  ...declineReasonWords,
  // YooKassa's code, which an operator's own product API may pass on.
  canceled_by_merchant: declineReasonWords.canceled_by_company,
}

/** General words for an unknown code. */
export const declineReasonInWords = (reason: string | null | undefined): string =>
  (reason && Object.hasOwn(words, reason) ? words[reason] : undefined) ?? GENERAL

/** Whether a payment was given up without an answer of the gateway: nobody knows whether its payer was charged. */
export const isOutcomeUnknown = ({
  status,
  cancelReason,
}: {
  status: string
  cancelReason?: string | null | undefined
}): boolean => status === 'canceled' && cancelReason === 'no_answer'
