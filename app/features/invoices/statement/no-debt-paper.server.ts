import type { Account } from 'contract/accounts'
import type { Invoice } from 'contract/invoices'
import { formatDayWithYear, formatPeriod } from 'format/dates'
import { formatRubles } from 'format/money'
import type { Paper, PaperBlock } from '../paper/paper'
import { accountFacts } from './account-facts'

/** Says that an account owes nothing on the company's day `today`. `newest` is null if the account has no invoice. */
export const noDebtPaper = (account: Account, newest: Invoice | null, today: string): Paper => {
  const now = formatDayWithYear(today)
  const heading = 'Сведения об\u00a0отсутствии задолженности'
  return {
    title: `${heading}, лицевой счёт ${account.account}`,
    blocks: [
      { kind: 'heading', words: heading },
      { kind: 'small', words: `Составлены ${now}` },
      { kind: 'main', words: `На\u00a0${now} долга по\u00a0лицевому счёту ${account.account} нет` },
      ...overpaid(account.balance),
      { kind: 'section', words: 'Лицевой счёт' },
      {
        kind: 'pairs',
        rows: [
          ...accountFacts({ ...account, payees: newest ? [newest.payee] : [] }),
          ...(newest
            ? [{ term: 'Последняя квитанция', description: `за\u00a0${formatPeriod(newest.period)}` }]
            : []),
        ],
      },
      {
        kind: 'text',
        words:
          'Это не\u00a0справка с\u00a0подписью и\u00a0печатью: сведения составил личный кабинет по\u00a0данным компании. Если нужна справка с\u00a0подписью, обратитесь в\u00a0компанию.',
      },
      {
        kind: 'small',
        words:
          'Учтено всё, что начислено и\u00a0оплачено к\u00a0этому дню. Следующие начисления придут с\u00a0новой квитанцией.',
      },
    ],
  }
}

const overpaid = (balance: number): PaperBlock[] =>
  balance < 0 ? [{ kind: 'text', words: `Переплата: ${formatRubles(-balance)}` }] : []
