import { RadioGroup } from './radio-group'

export const title = 'Выбор одного из нескольких'

const options = [
  { value: '', title: 'Новая карта' },
  { value: 'card-1', title: 'Карта *4444', hint: 'до 01.2028' },
]

export const examples = {
  Обычный: (
    <RadioGroup
      id="example-method"
      name="paymentMethod"
      label="Чем платить"
      options={options}
      defaultValue=""
    />
  ),
  'С ошибкой': (
    <RadioGroup
      id="example-method-wrong"
      name="paymentMethodWrong"
      label="Чем платить"
      options={options}
      errors={['Эта карта отвязана: выберите другую']}
    />
  ),
}
