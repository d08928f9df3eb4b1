import { ButtonLink } from '../button/button'
import { PageHeading } from './page-heading'

export const title = 'Заголовок страницы'

export const examples = {
  Полный: () => (
    <PageHeading
      back={{ to: '/personal', text: 'Лицевые счета' }}
      title="Профиль"
      lead="Имя и телефон нужны, чтобы мы могли вам ответить."
      actions={
        <ButtonLink to="/personal/add-account" kind="secondary" icon="plus">
          Добавить счёт
        </ButtonLink>
      }
    />
  ),
  Длинный: () => (
    <PageHeading title="Уведомление о перерасчёте платы за теплоснабжение и водоотведение жилых помещений" />
  ),
}
