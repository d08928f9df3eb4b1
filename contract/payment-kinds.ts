/** What a customer may choose to pay with before the bank's page: a card, or SBP, the bank transfer by QR code. */
export const paymentKinds = ['card', 'sbp'] as const
export type PaymentKind = (typeof paymentKinds)[number]
