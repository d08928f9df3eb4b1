import { ButtonLink } from '../button/button'
import { PageHeading } from './page-heading'

export const title = 'Заголовок страницы'

export const examples = {
  Полный: () => (
    <PageHeading
      level={2}
      back={{ to: '/personal', text: 'Лицевые счета' }}
      title="Профиль"
      lead="Имя и телефон нужны, чтобы мы могли вам ответить."
      actions={
        <ButtonLink to="/personal/add-account" kind="secondary" icon="plus">
          Добавить лицевой счёт
        </ButtonLink>
      }
    />
  ),
  Длинный: () => (
    <PageHeading
      level={2}
      title="Уведомление о перерасчёте платы за теплоснабжение и водоотведение жилых помещений"
    />
  ),
}
