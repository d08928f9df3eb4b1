import type { ExamplesOf } from './example'
import { nothingFound } from './problems'

export const contentExamples: ExamplesOf<'baseData' | 'page'> = {
  baseData: {
    request: {},
    answer: {
      topMenu: [
        { title: 'Тарифы', url: '/tariffs' },
        {
          title: 'Помощь',
          url: '/help',
          children: [{ title: 'Как читать квитанцию', url: '/help/bill' }],
        },
        { title: 'О компании', url: '/about' },
      ],
      footerMenu: [
        {
          title: 'Компания',
          items: [
            { title: 'Контакты и офисы', url: '/contacts' },
            { title: 'ГИС ЖКХ', url: 'https://dom.gosuslugi.ru/' },
          ],
        },
      ],
      contacts: {
        phones: [{ title: 'Квитанции и платежи, звонок бесплатный', number: '+78000001015' }],
        email: 'help@portal.example',
        address: '140999, г. Тихобережск, ул. Набережная, д. 12',
        locations: [
          {
            title: 'Главный офис',
            address: 'ул. Набережная, д. 12',
            phone: '+74950001201',
            workingHours: [
              { days: 'Пн–Пт', hours: '9:00–19:00' },
              { days: 'Вс', hours: 'выходной' },
            ],
          },
        ],
      },
      workingHours: [
        { days: 'Пн–Пт', hours: '9:00–19:00' },
        { days: 'Сб', hours: '10:00–15:00' },
        { days: 'Вс', hours: 'выходной' },
      ],
      company: { name: 'Тихий берег', logo: 'https://static.example/bereg.svg', accent: '#0b5a5a' },
      features: [
        'security',
        'my-data',
        'explanation',
        'readings',
        'reminders',
        'basket',
        'confirmation',
        'remembered-device',
        'invoice-letters',
        'account-title',
      ],
    },
    problems: {},
  },
  page: {
    request: { query: { path: '/about' } },
    answer: {
      title: 'О компании',
      description:
        'Расчётный центр «Тихий берег» с 2011 года считает и доставляет квитанции жителям Тихобережска.',
      body: '<p>Расчётный центр «Тихий берег» считает и рассылает квитанции жителям Тихобережска.</p>\n<h2>Коротко о нас</h2>\n<p>Работаем с 2011 года.</p>',
      updatedAt: '2026-10-12',
    },
    problems: { 404: nothingFound },
  },
}
