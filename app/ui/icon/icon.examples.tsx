import { Icon } from './icon'
import { iconNames } from './icon-name'

export const title = 'Иконки'

export const examples = {
  'Все, что есть': (
    <p>
      {iconNames.map((name) => (
        <Icon key={name} name={name} size="large" />
      ))}
    </p>
  ),
  'В строке с текстом': (
    <p>
      <Icon name="phone" /> 8 800 555-35-35
    </p>
  ),
}
