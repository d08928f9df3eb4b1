import { NavigationMenu } from './navigation-menu'

export const title = 'Меню'

const items = [
  { title: 'О компании', url: '/about' },
  {
    title: 'Жителям',
    url: '/residents',
    children: [
      { title: 'Тарифы и нормативы', url: '/tariffs' },
      {
        title: 'Льготы и субсидии',
        url: '/benefits',
        children: [{ title: 'Какие документы нужны', url: '/benefits/documents' }],
      },
      { title: 'Госуслуги', url: 'https://www.gosuslugi.ru/' },
    ],
  },
  { title: 'Контакты', url: '/contacts' },
  { title: 'Не покажется', url: 'javascript:alert(1)' },
]

export const examples = {
  Строкой: () => <NavigationMenu look="bar" items={items} />,
  Столбцом: () => <NavigationMenu look="list" items={items} />,
}
