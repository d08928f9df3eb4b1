import { Select } from './select'

export const title = 'Выбор из списка'

export const examples = {
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
}
