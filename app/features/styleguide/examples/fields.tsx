import { Checkbox } from '~/ui/checkbox/checkbox'
import { Field } from '~/ui/field/field'
import { Link } from '~/ui/link/link'
import { PasswordField } from '~/ui/password-field/password-field'
import { RadioGroup } from '~/ui/radio-group/radio-group'
import { SearchField } from '~/ui/search-field/search-field'
import { Select } from '~/ui/select/select'
import type { ExampleGroup } from '../components.server'

const consent = (
  <>
    Даю <Link to="/consent">согласие на обработку персональных данных</Link>
  </>
)

const methods = [
  { value: '', title: 'Новая карта' },
  { value: 'card-1', title: 'Карта *4444', hint: 'до 01.2028' },
]

export const examples = {
  checkbox: {
    title: 'Галочка',
    states: {
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
    },
  },
  field: {
    title: 'Поле',
    states: {
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
    },
  },
  'password-field': {
    title: 'Пароль',
    states: {
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
    },
  },
  'radio-group': {
    title: 'Выбор одного из нескольких',
    states: {
      Обычный: (
        <RadioGroup
          id="example-method"
          name="paymentMethod"
          label="Чем платить"
          options={methods}
          defaultValue=""
        />
      ),
      'С ошибкой': (
        <RadioGroup
          id="example-method-wrong"
          name="paymentMethodWrong"
          label="Чем платить"
          options={methods}
          errors={['Эта карта отвязана: выберите другую']}
        />
      ),
    },
  },
  'search-field': {
    title: 'Поиск',
    states: {
      Пустой: (
        <SearchField
          id="example-search"
          name="filter"
          label="Найти лицевой счёт"
          placeholder="Номер, название или адрес"
        />
      ),
      'С запросом': (
        <SearchField
          id="example-search-2"
          name="filter"
          label="Найти лицевой счёт"
          defaultValue="ул. Академика Скульптора-Конёнкова"
        />
      ),
    },
  },
  select: {
    title: 'Выбор из списка',
    states: {
      Период: (
        <Select
          id="example-period"
          name="period"
          label="Период"
          defaultValue="2026-09"
          options={[
            { value: '2026-10', title: 'октябрь 2026' },
            { value: '2026-09', title: 'сентябрь 2026' },
          ]}
        />
      ),
      'Длинные строки': (
        <Select
          id="example-account"
          name="account"
          label="Лицевой счёт"
          options={[
            {
              value: '1002003004',
              title:
                '1002003004 — Новопеределкино, ул. Академика Скульптора-Конёнкова, д. 128, корп. 3, кв. 1024',
            },
          ]}
        />
      ),
    },
  },
} satisfies ExampleGroup
