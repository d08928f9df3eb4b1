import { Link } from '../link/link'
import { Checkbox } from './checkbox'

export const title = 'Галочка'

const consent = (
  <>
    Даю <Link to="/consent">согласие на обработку персональных данных</Link>
  </>
)

export const examples = {
  Пустая: <Checkbox id="example-consent" name="consent" label={consent} />,
  Отмеченная: (
    <Checkbox
      id="example-default"
      name="isDefault"
      label="Показывать этот лицевой счёт первым"
      defaultChecked
    />
  ),
  'С ошибкой': (
    <Checkbox
      id="example-consent-wrong"
      name="consent"
      label={consent}
      errors={['Без согласия мы не сможем завести личный кабинет: отметьте, что вы согласны']}
    />
  ),
}
