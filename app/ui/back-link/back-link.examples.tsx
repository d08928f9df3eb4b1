import { BackLink } from './back-link'

export const title = 'На шаг назад'

export const examples = {
  Обычная: <BackLink to="/personal">Лицевые счета</BackLink>,
}
