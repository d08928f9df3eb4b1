import { Link } from '~/ui/link/link'
import { Panel } from '~/ui/panel/panel'

/** For a customer on the guests' page: a link to the personal one, with accounts and saved cards. */
export function PersonalPageHint({ to }: { to: string }) {
  return (
    <Panel tone="accent">
      <p>
        Вы вошли в кабинет. <Link to={to}>Оплатить из кабинета</Link>: там ваши лицевые счета, сохранённые
        карты и история.
      </p>
    </Panel>
  )
}
