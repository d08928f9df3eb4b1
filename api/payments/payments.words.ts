import { mostPaymentsOnPage, paymentLimits } from 'contract/limits'
import { accountsAtOnceInWords } from 'format/account'
import { formatRubles, formatWholeRubles } from 'format/money'
import type { Unpayable } from './unpayable.repository'

/** At the fields of the forms. */
export const fieldWords = {
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  noEmail: 'Укажите почту: на неё придёт кассовый чек.',
  email: 'Проверьте адрес: он должен быть вида name@example.ru.',
  amount: 'Введите сумму в рублях и копейках.',
  least: `Наименьшая сумма платежа — ${formatWholeRubles(paymentLimits.least)}.`,
  most: `Наибольшая сумма одного платежа — ${formatWholeRubles(paymentLimits.most)}. Разделите платёж на несколько.`,
  twice: 'Этот лицевой счёт в платеже уже есть.',
  nothingToPay: 'Введите сумму хотя бы по одному лицевому счёту.',
  mostAccounts: (most: number) => `${accountsAtOnceInWords(most)}.`,
  kind: 'Выберите, чем платить.',
  returnAddress: 'Адрес возврата должен вести на этот сайт.',
}

/** At the fields of a history's query. */
export const historyWords = {
  day: 'Дата должна быть в виде 2026-10-05.',
  order: 'Последний день раньше первого.',
  status: 'Такого состояния у платежей нет.',
  cursor: 'Такой страницы нет. Откройте список сначала.',
  limit: `Нужно число от 1 до ${mostPaymentsOnPage}.`,
}

/** Why an account can't be paid on the site. */
export const unpayableWords: Readonly<Record<Unpayable, string>> = {
  account_too_long:
    'Этот лицевой счёт пока нельзя оплатить на сайте: банк не принимает такие длинные номера. Оплатите по квитанции.',
  other_payee:
    'Этот лицевой счёт пока нельзя оплатить на сайте: платежи с сайта получает другая организация. Оплатите по квитанции.',
}

export const problemWords = {
  idempotencyMismatch:
    'Этой формой уже начат платёж с другими данными. Проверьте их и отправьте форму ещё раз: это будет новый платёж.',
  noGatewayPage: 'Банк сейчас не отвечает. Деньги не списаны. Попробуйте ещё раз через минуту.',
  noSavedMethod: 'Этой карты больше нет в списке. Выберите другую или оплатите новой.',
  accountNotOwn: (account: string) =>
    `Лицевого счёта ${account} больше нет в вашем кабинете. Обновите страницу и выберите лицевые счета заново.`,
  differentPayees: 'Эти лицевые счета принадлежат разным получателям: каждому нужен свой платёж.',
  moreThanOwed: (owed: number) =>
    owed > 0
      ? `По этим лицевым счетам к оплате ${formatRubles(owed)}, не больше.`
      : 'По этим лицевым счетам долга нет.',
  unknownAccount: (account: string) =>
    `Лицевой счёт ${account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`,
  notOnBill:
    'Сверьте номер лицевого счёта и сумму с квитанцией: сейчас здесь можно заплатить только всю сумму из неё, до копейки.',
  mayPayTwice: (pending: number) =>
    `По этому лицевому счёту уже платят ${formatRubles(pending)}. Деньги могут списаться дважды.`,
  paidMeanwhile: (fallen: number) =>
    `С тех пор как вы открыли страницу, по этому лицевому счёту зачтено ${formatRubles(fallen)}. Возможно, платить ещё раз не нужно.`,
  replacedWasPaid: (paid: number) =>
    `Начатая оплата прошла: банк получил ${formatRubles(paid)}. Платить ещё раз не нужно.`,
}
