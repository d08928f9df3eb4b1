import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'
import type { ExistingAutopayment as Existing } from './account-options'

interface ExistingAutopaymentProps {
  account: string
  existing: Existing
  /** Whether the customer has an account without an autopayment. */
  canChooseOther: boolean
}

/** Shown instead of the form when the account has an autopayment, active or paused: words with a link to it. */
export function ExistingAutopayment({ account, existing, canChooseOther }: ExistingAutopaymentProps) {
  return (
    <Panel tone="accent">
      {existing.status === 'active' ? (
        <p>
          По лицевому счёту {account} автоплатёж уже подключён, второй не понадобится.{' '}
          <Link to={existing.to}>Посмотреть автоплатёж</Link>
        </p>
      ) : (
        <p>
          По лицевому счёту {account} автоплатёж приостановлен. Подключать новый не нужно: этот можно
          возобновить. <Link to={existing.to}>Перейти к автоплатежам</Link>
        </p>
      )}
      {canChooseOther && <p>Выберите другой лицевой счёт, если хотите подключить автоплатёж по нему.</p>}
    </Panel>
  )
}
