/** What a button that pays says while it is pressed, and the note under it. */
interface PayingWords {
  pending: string
  note: string
}

const CARD_IS_THE_BANKS = 'Полного номера и кода карты мы не видим и не храним.'

const atBank: PayingWords = {
  pending: 'Открываем страницу банка…',
  note: `Оплата на странице банка. ${CARD_IS_THE_BANKS}`,
}

const atOnce: PayingWords = {
  pending: 'Начинаем оплату…',
  note: `Новой картой вы платите на странице банка, с сохранённой карты деньги спишутся сразу. ${CARD_IS_THE_BANKS}`,
}

/** `mayChargeAtOnce`: a saved card may pay, which is charged without the bank's page. */
export const payingWords = (mayChargeAtOnce: boolean): PayingWords => (mayChargeAtOnce ? atOnce : atBank)
