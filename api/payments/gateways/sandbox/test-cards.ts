import type { DeclineReason } from 'contract/decline-reasons'

/** How a payment by a test card ends; `confirm` asks the 3-D Secure question first. */
type CardFate = 'paid' | 'confirm' | CardDecline

/** The decline reasons that a test card can bring about. */
export const cardDeclines = [
  'insufficient_funds',
  'card_expired',
  '3d_secure_failed',
  'call_issuer',
  'general_decline',
  'fraud_suspected',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  'payment_method_limit_exceeded',
  'payment_method_restricted',
] as const satisfies readonly DeclineReason[]
type CardDecline = (typeof cardDeclines)[number]

export interface TestCard {
  number: string
  brand: 'Mastercard' | 'Мир'
  fate: CardFate
  /** Its description in the list of test cards. */
  meaning: string
}

const declinedCard = (last4: string, fate: CardDecline, meaning: string): TestCard => ({
  number: `555555555555${last4}`,
  brand: 'Mastercard',
  fate,
  meaning,
})

/** The same cards as the real gateway's test shop takes. Any later date and any code go with them. */
export const testCards: readonly TestCard[] = [
  { number: '5555555555554444', brand: 'Mastercard', fate: 'paid', meaning: 'платёж проходит' },
  {
    number: '5555555555554477',
    brand: 'Mastercard',
    fate: 'confirm',
    meaning: 'платёж проходит после подтверждения (3-D Secure)',
  },
  { number: '2202474301322987', brand: 'Мир', fate: 'paid', meaning: 'платёж проходит' },
  declinedCard('4600', 'insufficient_funds', 'не хватает денег'),
  declinedCard('4543', 'card_expired', 'истёк срок действия'),
  declinedCard('4592', '3d_secure_failed', 'не пройдена проверка 3-D Secure'),
  declinedCard('4535', 'call_issuer', 'банк просит позвонить'),
  declinedCard('4527', 'general_decline', 'отказ без объяснения'),
  declinedCard('4568', 'fraud_suspected', 'подозрение на мошенничество'),
  declinedCard('4618', 'invalid_card_number', 'неверный номер карты'),
  declinedCard('4626', 'invalid_csc', 'неверный код с оборота'),
  declinedCard('4501', 'issuer_unavailable', 'банк, выпустивший карту, недоступен'),
  declinedCard('4576', 'payment_method_limit_exceeded', 'исчерпан лимит платежей'),
  declinedCard('4550', 'payment_method_restricted', 'операции по карте запрещены'),
]

/** Stands for the card in payments through SBP. */
export const sbpAccount = { number: 'sbp', expires: '9999-12' }

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number)

/** 'Мир •• 2987'. */
export const cardTitle = (number: string): string =>
  number === sbpAccount.number
    ? 'СБП'
    : `${findTestCard(number)?.brand ?? 'Карта'} ••\u00a0${number.slice(-4)}`
