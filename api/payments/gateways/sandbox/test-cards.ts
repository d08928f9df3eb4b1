import type { DeclineReason } from 'contract/decline-reasons'

/** What becomes of a payment by a test card: it is paid, the payer is asked once more, or the reason why it is declined. */
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
  /** What the list of test cards says of it. */
  meaning: string
}

const declined = (last4: string, fate: CardDecline, meaning: string): TestCard => ({
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
  declined('4600', 'insufficient_funds', 'не хватает денег'),
  declined('4543', 'card_expired', 'истёк срок действия'),
  declined('4592', '3d_secure_failed', 'не пройдена проверка 3-D Secure'),
  declined('4535', 'call_issuer', 'банк просит позвонить'),
  declined('4527', 'general_decline', 'отказ без объяснения'),
  declined('4568', 'fraud_suspected', 'подозрение на мошенничество'),
  declined('4618', 'invalid_card_number', 'неверный номер карты'),
  declined('4626', 'invalid_csc', 'неверный код с оборота'),
  declined('4501', 'issuer_unavailable', 'банк, выпустивший карту, недоступен'),
  declined('4576', 'payment_method_limit_exceeded', 'исчерпан лимит платежей'),
  declined('4550', 'payment_method_restricted', 'операции по карте запрещены'),
]

/** The account of every payer through SBP, where a card has its number and month. */
export const sbpAccount = { number: 'sbp', expires: '9999-12' }

export const findTestCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number)

/** 'Мир •• 2987'. */
export const cardTitle = (number: string): string =>
  number === sbpAccount.number
    ? 'СБП'
    : `${findTestCard(number)?.brand ?? 'Карта'} ••\u00a0${number.slice(-4)}`
