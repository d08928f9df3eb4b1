import { SearchField } from './search-field'

export const title = 'Поиск'

export const examples = {
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
}
