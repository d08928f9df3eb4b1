import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'

/** For a customer who came to the guests' page: their own one knows the accounts and the saved cards. */
export function SignedInHint({ to }: { to: string }) {
  return (
    <Panel tone="accent">
      <p>
        Вы вошли в кабинет. <Link to={to}>Оплатить из кабинета</Link>: там ваши счета, сохранённые карты и
        история.
      </p>
    </Panel>
  )
}
