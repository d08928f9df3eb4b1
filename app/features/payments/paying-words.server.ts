import { paymentLimits } from 'contract/limits'
import { formatWholeRubles } from 'format/money'

/** The words of a payment form, which depend on the offered methods. */
export interface PayingWords {
  /** Asked before a second payment. */
  question: string
  /** Beside the total without scripts, which does not change with the fields. */
  fixedTotal: string
  /** Which amounts can be paid, and how to type them. */
  amountHint: string
  /** The text of the pay button while the form is being sent. */
  pending: string
  /** The note under the button. */
  note: string
  /** Above the saved methods. */
  methods: string
  /** The option to pay with a new method. */
  newMethod: string
  save: { label: string; hint: string }
}

interface OfferedMethods {
  /** A saved method may pay, which is charged without the bank's page. */
  savedMethods: boolean
  /** SBP is a choice beside cards. */
  sbp: boolean
}

export const payingWords = ({ savedMethods, sbp }: OfferedMethods): PayingWords => {
  const newMethod = sbp ? 'Новая карта или СБП' : 'Новая карта'
  const onlyNew = sbp ? 'Только для нового способа. ' : 'Только для новой карты. '
  return {
    amountHint: `От ${paymentLimits.least / 100} до ${formatWholeRubles(paymentLimits.most)}, копейки через запятую или точку`,
    question: 'Заплатить ещё раз?',
    fixedTotal: 'Итог здесь не пересчитается: банк спишет то, что отмечено.',
    pending: savedMethods || sbp ? 'Начинаем оплату…' : 'Открываем страницу банка…',
    note: `${atBank(savedMethods, sbp)} Полного номера и кода карты мы не видим и не храним.`,
    methods: 'Чем платить',
    newMethod,
    save: {
      label: `Сохранить ${sbp ? 'карту или счёт' : 'карту'} для следующих платежей`,
      hint: `${savedMethods ? onlyNew : ''}Отвязать ${sbp ? 'их' : 'её'} можно в любой момент`,
    },
  }
}

/** How several payees are paid. `message`: the API's message about them. */
export const severalPayeesWords = (message: string, { savedMethods, sbp }: OfferedMethods): string => {
  const byTurns = sbp ? 'Новой картой или через СБП' : 'Новой картой'
  return [
    message || 'У этих лицевых счетов разные получатели: каждому нужен свой платёж.',
    ...(savedMethods ? ['Сохранённым способом заплатим всем подряд.'] : []),
    `${savedMethods ? `${byTurns} вы платите` : 'Вы платите'} по очереди: после первого платежа предложим следующий.`,
  ].join(' ')
}

const atBank = (savedMethods: boolean, sbp: boolean) => {
  if (sbp) {
    const saved = savedMethods ? ' С сохранённых карт и счетов деньги спишутся сразу.' : ''
    return `Картой вы платите на странице банка, через СБП — в приложении своего банка.${saved}`
  }
  return savedMethods
    ? 'Новой картой вы платите на странице банка, с сохранённой карты деньги спишутся сразу.'
    : 'Оплата на странице банка.'
}
