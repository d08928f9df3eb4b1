import { PasswordField } from './password-field'

export const title = 'Пароль'

export const examples = {
  Новый: (
    <PasswordField
      id="example-password"
      name="password"
      label="Пароль"
      hint="Не короче 8 знаков. Подойдут и несколько слов подряд"
      autoComplete="new-password"
    />
  ),
  'С ошибкой': (
    <PasswordField
      id="example-password-wrong"
      name="password"
      label="Пароль"
      autoComplete="current-password"
      errors={['Введите пароль']}
    />
  ),
}
