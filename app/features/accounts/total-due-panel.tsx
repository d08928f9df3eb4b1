import { paths } from '~/paths'
import { Amount } from '~/ui/amount/amount'
import { ButtonLink } from '~/ui/button/button'
import { Panel } from '~/ui/panel/panel'
import type { TotalDueView } from './total-due'
import styles from './total-due-panel.module.css'

/** The total debt of all accounts, with a link to pay them at once, or the first of them. */
export function TotalDue({ view: { owed } }: { view: TotalDueView }) {
  if (!owed) return <p className={styles.nothing}>По всем лицевым счетам долга нет.</p>
  return (
    <Panel tone="accent">
      <div className={styles.total}>
        <p>
          <span className={styles.words}>К оплате по всем лицевым счетам:</span>{' '}
          <Amount size="large" tone="due">
            {owed.amount}
          </Amount>
        </p>
        <div className={styles.way}>
          {owed.way === 'atOnce' && (
            <ButtonLink size="large" to={paths.payAll}>
              Оплатить всё: {owed.amount}
            </ButtonLink>
          )}
          {owed.way === 'choose' && (
            <>
              <ButtonLink size="large" to={paths.paySeveral()}>
                Выбрать лицевые счета для оплаты
              </ButtonLink>
              <p className={styles.hint}>
                За один раз можно оплатить до {owed.accountsAtOnce} лицевых счетов.
              </p>
            </>
          )}
          {owed.way === 'oneByOne' && (
            <>
              <ButtonLink size="large" to={paths.personalPay({ account: owed.payFirst })}>
                Перейти к оплате
              </ButtonLink>
              {owed.accounts > 1 && <p className={styles.hint}>Каждый лицевой счёт оплачивается отдельно.</p>}
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}
