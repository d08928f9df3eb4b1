import { Field } from './field'

export const title = 'Поле'

export const examples = {
  'С подсказкой': (
    <Field
      id="example-email"
      name="email"
      type="email"
      label="Электронная почта"
      hint="На неё придёт письмо со ссылкой"
      autoComplete="email"
    />
  ),
  'С ошибкой': (
    <Field
      id="example-phone"
      autoComplete="tel"
      name="phone"
      type="tel"
      inputMode="tel"
      label="Телефон"
      hint="Например, +7 999 123-45-67"
      defaultValue="8 999 123"
      errors={['В номере не хватает цифр. Введите его с кодом, например +7 999 123-45-67']}
    />
  ),
  Необязательное: (
    <Field id="example-name" name="name" label="Как к вам обращаться" autoComplete="name" optional />
  ),
  Короткое: (
    <Field
      id="example-sum"
      name="amount"
      label="Сумма, ₽"
      inputMode="decimal"
      width="short"
      defaultValue="1 234,56"
    />
  ),
  'Длинные слова': (
    <Field
      id="example-long"
      name="long"
      label="Адрес электронной почты, на который мы отправляем квитанции и предупреждения о превышении лимита"
      defaultValue="konstantin.konstantinopolskiy-preobrazhenskiy@very-long-company-domain.example.ru"
      errors={[
        'Адрес konstantin.konstantinopolskiy-preobrazhenskiy@very-long-company-domain.example.ru уже занят',
      ]}
    />
  ),
}
