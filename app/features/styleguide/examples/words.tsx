import { Amount } from '~/ui/amount/amount'
import { Badge } from '~/ui/badge/badge'
import { Balance } from '~/ui/balance/balance'
import { ButtonLink } from '~/ui/button/button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Icon, iconNames } from '~/ui/icon/icon'
import { Link, MailLink, PhoneLink } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Prose } from '~/ui/prose/prose'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import type { ExampleGroup } from '../components.server'

export const examples = {
  amount: {
    title: 'Сумма',
    states: {
      Большая: (
        <Amount size="large" tone="due">
          103 214,56 ₽
        </Amount>
      ),
      'Средняя и в тексте': (
        <Stack gap="small">
          <Amount size="medium">12 480,00 ₽</Amount>
          <p>
            Последний платёж — <Amount>3 214,56 ₽</Amount>, зачислен 12 октября.
          </p>
          <Amount tone="done">+250,00 ₽</Amount>
        </Stack>
      ),
    },
  },
  badge: {
    title: 'Состояние',
    states: {
      Все: (
        <Stack direction="row" gap="small">
          <Badge>По умолчанию</Badge>
          <Badge tone="accent">Основной</Badge>
          <Badge tone="due">К оплате до 10 ноября</Badge>
          <Badge tone="overdue">Просрочен</Badge>
          <Badge tone="paid">Оплачен</Badge>
        </Stack>
      ),
    },
  },
  balance: {
    title: 'Остаток лицевого счёта',
    states: {
      'К оплате': <Balance balance={{ kind: 'due', amount: '103 214,56 ₽' }} />,
      Переплата: <Balance balance={{ kind: 'overpaid', amount: '4 831,04 ₽' }} />,
      'Долга нет': <Balance balance={{ kind: 'settled' }} />,
    },
  },
  'definition-list': {
    title: 'Названия и значения',
    states: {
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
    },
  },
  disclosure: {
    title: 'Раскрывающийся текст',
    states: {
      Закрытый: (
        <Disclosure summary="Где найти номер лицевого счёта">
          <p>В квитанции, вверху справа, под штрихкодом: десять цифр подряд.</p>
        </Disclosure>
      ),
      Открытый: (
        <Disclosure summary="Письмо не пришло" open>
          <p>Загляните в папку «Спам». Письмо приходит в течение пяти минут.</p>
        </Disclosure>
      ),
    },
  },
  icon: {
    title: 'Иконки',
    states: {
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
    },
  },
  link: {
    title: 'Ссылки',
    states: {
      'В тексте': (
        <p>
          Тарифы на 2026 год — на странице <Link to="/tariffs">«Тарифы и нормативы»</Link>.
        </p>
      ),
      'На другой сайт': (
        <p>
          Льготы оформляют на <Link to="https://www.gosuslugi.ru/">Госуслугах</Link>.
        </p>
      ),
      'Телефон и почта': (
        <p>
          <PhoneLink number="+78005553535">8 800 555-35-35</PhoneLink>, <MailLink address="help@example.ru" />
        </p>
      ),
      'Запрещённая схема': (
        <p>
          <Link to="javascript:alert(1)">Просто слова</Link>
        </p>
      ),
    },
  },
  'page-heading': {
    title: 'Заголовок страницы',
    states: {
      Полный: () => (
        <PageHeading
          level={2}
          back={{ to: '/personal', text: 'Лицевые счета' }}
          title="Профиль"
          lead="Имя и телефон нужны, чтобы мы могли вам ответить."
          actions={
            <ButtonLink to="/personal/add-account" kind="secondary" icon="plus">
              Добавить лицевой счёт
            </ButtonLink>
          }
        />
      ),
      Длинный: () => (
        <PageHeading
          level={2}
          title="Уведомление о перерасчёте платы за теплоснабжение и водоотведение жилых помещений"
        />
      ),
    },
  },
  prose: {
    title: 'Текст',
    states: {
      Статья: (
        <Prose>
          <p>
            Мы ведём лицевые счета жителей города: начисляем плату, печатаем квитанции и принимаем платежи.
            Здесь — <a href="/tariffs">тарифы</a> и ответы на частые вопросы.
          </p>
          <h2>Как передать показания</h2>
          <ol>
            <li>Войдите в личный кабинет и выберите лицевой счёт.</li>
            <li>Впишите показания с 15 по 25 число.</li>
          </ol>
          <h3>Тарифы на воду</h3>
          <table>
            <thead>
              <tr>
                <th scope="col">Услуга</th>
                <th scope="col">Тариф</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Холодная вода</td>
                <td>52,10 ₽ за м³</td>
              </tr>
              <tr>
                <td>Водоотведение</td>
                <td>41,36 ₽ за м³</td>
              </tr>
            </tbody>
          </table>
          <ul>
            <li>Плата за отопление — круглый год, равными долями.</li>
            <li>Льготы оформляют в МФЦ.</li>
          </ul>
          <blockquote>Квитанцию можно не ждать: сумма появляется в кабинете первого числа.</blockquote>
        </Prose>
      ),
    },
  },
  'visually-hidden': {
    title: 'Текст для программ чтения с экрана',
    states: {
      'Слышно, но не видно': (
        <p>
          38,4 м³ <VisuallyHidden>за октябрь 2026 года</VisuallyHidden>
        </p>
      ),
    },
  },
} satisfies ExampleGroup
