import { ButtonLink } from '../button/button'
import { EmptyState } from './empty-state'

export const title = 'Пока пусто'

export const examples = {
  'Нет лицевых счетов': (
    <EmptyState
      icon="house"
      title="Добавьте первый лицевой счёт"
      action={
        <ButtonLink to="/personal/add-account" icon="plus">
          Добавить лицевой счёт
        </ButtonLink>
      }
    >
      Номер лицевого счёта напечатан в квитанции, вверху справа.
    </EmptyState>
  ),
  'Ничего не нашлось': (
    <EmptyState icon="search" title="Ничего не нашли">
      По запросу «Академика Скульптора-Конёнкова» лицевых счетов нет. Попробуйте номер или часть адреса.
    </EmptyState>
  ),
}
