import { Amount } from '../amount/amount'
import { Badge } from '../badge/badge'
import { Button } from '../button/button'
import { DefinitionList } from '../definition-list/definition-list'
import { Panel } from './panel'

export const title = 'Карточка'

export const examples = {
  'Лицевой счёт': (
    <Panel
      title="Квартира на Садовой"
      aside={<Badge tone="due">К оплате до 10 ноября</Badge>}
      footer={
        <>
          <Button type="button" kind="quiet" size="small" icon="star">
            Сделать основным
          </Button>
          <Button type="button" kind="quiet" size="small" icon="trash">
            Удалить
          </Button>
        </>
      }
    >
      <Amount size="large" tone="due">
        3 214,56 ₽
      </Amount>
      <DefinitionList
        rows={[
          { term: 'Лицевой счёт', description: '1002003004' },
          {
            term: 'Адрес',
            description: 'г. Зеленодольск, ул. Академика Скульптора-Конёнкова, д. 128, кв. 1024',
          },
        ]}
      />
    </Panel>
  ),
  Тихая: <Panel tone="quiet">Показания принимаем с 15 по 25 число каждого месяца.</Panel>,
  'С акцентом': (
    <Panel tone="accent" title="Подтвердите почту">
      Мы отправили письмо на konstantin.konstantinopolskiy@example.ru.
    </Panel>
  ),
}
