import { DefinitionList } from './definition-list'

export const title = 'Названия и значения'

export const examples = {
  Реквизиты: (
    <DefinitionList
      rows={[
        { term: 'Получатель', description: 'АО «Зеленодольский расчётно-информационный центр»' },
        { term: 'ИНН', description: '1648009057' },
        { term: 'Расчётный счёт', description: '40702810862000001234' },
        {
          term: 'Электронная почта',
          description: 'konstantin.konstantinopolskiy-preobrazhenskiy@example.ru',
        },
      ]}
    />
  ),
}
