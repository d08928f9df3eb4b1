/**
 * Why a charge of an autopayment failed, by the codes of gateways and of the product API. Without advice: an autopayment is
 * not paid by hand like a payment (format/decline-reason.ts), and what to do about it depends on its state.
 */
const words = {
  '3d_secure_failed': 'Банк не подтвердил, что платите вы.',
  call_issuer: 'Банк отклонил списание и просит ему позвонить: номер указан на обороте карты.',
  canceled_by_company: 'Списание отменено компанией.',
  card_expired: 'Срок действия карты истёк.',
  country_forbidden: 'Картой, выпущенной в этой стране, платить нельзя.',
  expired_on_capture: 'Время на подтверждение списания вышло.',
  expired_on_confirmation: 'Первый платёж не был подтверждён на странице банка.',
  fraud_suspected: 'Банк счёл списание подозрительным.',
  general_decline: 'Банк отклонил списание и не сказал почему.',
  insufficient_funds: 'На карте не хватило денег.',
  internal_timeout: 'Платёжный сервис не успел ответить.',
  invalid_card_number: 'Номер карты введён с ошибкой.',
  invalid_csc: 'Код с оборота карты введён с ошибкой.',
  issuer_unavailable: 'Банк, выпустивший карту, не отвечал.',
  method_not_saved: 'Карта не сохранилась: списывать с неё автоматически нельзя.',
  no_answer: 'Банк так и не сообщил, списаны ли деньги.',
  not_sent: 'Мы не успели отправить списание в банк.',
  payment_method_limit_exceeded: 'Исчерпан лимит платежей по карте.',
  payment_method_restricted: 'Операции по этой карте запрещены банком.',
  permission_revoked: 'Карта отвязана, и списать с неё нельзя.',
  refused_by_gateway: 'Платёжный сервис не принял списание.',
  replaced: 'Вы начали оплату заново.',
  unknown: 'Причина не названа.',
  withdrawn: 'Списание отменено до отправки в банк.',
} as const

export type FailReason = keyof typeof words

/** Other words for an account that is charged through SBP. */
const wordsOfSbp: Partial<Record<FailReason, string>> = {
  call_issuer: 'Банк отклонил списание и просит ему позвонить.',
  insufficient_funds: 'На банковском счёте не хватило денег.',
  issuer_unavailable: 'Ваш банк не отвечал.',
  method_not_saved: 'Банковский счёт не сохранился: списывать с него автоматически нельзя.',
  payment_method_limit_exceeded: 'Исчерпан лимит платежей через СБП.',
  payment_method_restricted: 'Операции по этому банковскому счёту запрещены банком.',
  permission_revoked: 'Согласие на списания с банковского счёта отозвано.',
}

export const isFailReason = (reason: string): reason is FailReason => Object.hasOwn(words, reason)

/** `isSbp`: the autopayment charges an account through SBP. */
export const failReasonInWords = (reason: FailReason, isSbp: boolean): string =>
  (isSbp && wordsOfSbp[reason]) || words[reason]
