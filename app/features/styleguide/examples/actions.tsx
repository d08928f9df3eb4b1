import { Button, ButtonLink } from '~/ui/button/button'
import { CopyableText, CopyButton } from '~/ui/copy-button/copy-button'
import type { DropdownItem } from '~/ui/dropdown/action-row'
import { Dropdown } from '~/ui/dropdown/dropdown'
import { Icon } from '~/ui/icon/icon'
import { Link, PhoneLink } from '~/ui/link/link'
import { NavigationMenu } from '~/ui/navigation-menu/navigation-menu'
import { Popover } from '~/ui/popover/popover'
import { SecurityNote } from '~/ui/security-note/security-note'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import { Tooltip } from '~/ui/tooltip/tooltip'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import type { ExampleGroup } from '../components.server'
import styles from './examples.module.css'

const actions: readonly DropdownItem[] = [
  { text: 'Посмотреть квитанцию', icon: 'receipt-text', to: '/personal/invoice' },
  { text: 'История платежей', icon: 'rotate-ccw-clock', to: '/personal/history' },
  { text: 'Удалить', icon: 'trash', tone: 'danger', to: '/personal/delete-account' },
]

const office = (
  <>
    <p>
      <b>Главный офис</b>
    </p>
    <p>ул. Набережная, д. 12</p>
    <p>
      <PhoneLink number="+74950001201">+7 495 000-12-01</PhoneLink>
    </p>
    <p>Пн–Пт 9:00–19:00</p>
  </>
)

const menu = [
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
  button: {
    title: 'Кнопки',
    states: {
      'Главная, вторая, тихая, опасная': (
        <Stack direction="row">
          <Button type="button">Сохранить</Button>
          <Button type="button" kind="secondary">
            Отменить
          </Button>
          <Button type="button" kind="quiet">
            Подробнее
          </Button>
          <Button type="button" kind="danger" icon="trash">
            Удалить лицевой счёт
          </Button>
        </Stack>
      ),
      'Большая и с иконкой': (
        <Stack direction="row">
          <Button type="button" size="large">
            Оплатить 3 214,56 ₽
          </Button>
          <Button type="button" kind="secondary" icon="plus">
            Добавить лицевой счёт
          </Button>
        </Stack>
      ),
      'Отправляется: говорит об этом и больше не нажимается': (
        <Stack direction="row">
          <Button type="button" pending>
            Войти
          </Button>
          <Button type="button" kind="secondary" pending pendingText="Сохраняем…">
            Сохранить
          </Button>
        </Stack>
      ),
      'Ссылки, похожие на кнопки': (
        <Stack direction="row">
          <ButtonLink to="/">Перейти на главную</ButtonLink>
          <ButtonLink to="https://www.gosuslugi.ru/" kind="secondary">
            Открыть Госуслуги
          </ButtonLink>
        </Stack>
      ),
      'Во всю ширину и с длинной надписью': (
        <Button type="button" wide>
          Отправить письмо для подтверждения адреса электронной почты ещё раз
        </Button>
      ),
    },
  },
  'copy-button': {
    title: 'Копирование',
    states: {
      'Копирует текст в буфер обмена': (
        <Stack direction="row">
          <CopyableText>https://portal.example/calendar.ics</CopyableText>
          <CopyButton text="https://portal.example/calendar.ics" />
        </Stack>
      ),
    },
  },
  'share-button': {
    title: 'Поделиться',
    states: {
      'Только там, где браузер умеет передать в другое приложение': (
        <Stack>
          <p>https://portal.example/pay?account=5330001748</p>
          <ShareButton content={{ url: 'https://portal.example/pay?account=5330001748' }} />
        </Stack>
      ),
    },
  },
  'security-note': {
    title: 'Заверение',
    states: {
      'Под кнопкой': (
        <Stack gap="small">
          <Button type="button" size="large">
            Оплатить
          </Button>
          <SecurityNote>
            Оплата на странице банка. Полного номера и кода карты мы не видим и не храним.
          </SecurityNote>
        </Stack>
      ),
    },
  },
  dropdown: {
    title: 'Выпадающее меню',
    states: {
      'За тремя точками (dots-dropdown)': () => (
        <Dropdown
          name="Действия с лицевым счётом"
          theme="dots-dropdown"
          className={styles.dots}
          face={
            <>
              <Icon name="ellipsis-vertical" />
              <VisuallyHidden>Действия с лицевым счётом</VisuallyHidden>
            </>
          }
          items={actions}
        />
      ),
      'Без темы': () => (
        <Dropdown name="Что сделать" className={styles.words} face="Что сделать" items={actions} />
      ),
    },
  },
  popover: {
    title: 'Всплывающая панель',
    states: {
      'Офисы (location-dropdown)': () => (
        <Popover name="Офисы" theme="location-dropdown" className={styles.words} face="Офисы">
          {office}
        </Popover>
      ),
      'Без темы': () => (
        <Popover name="Главный офис" className={styles.words} face="Где мы">
          {office}
        </Popover>
      ),
    },
  },
  tooltip: {
    title: 'Подсказка',
    states: {
      'У слова: само слово ведёт туда, где о нём сказано всем': () => (
        <p>
          В этом месяце{' '}
          <Tooltip text="Плата за каждый день просрочки. Если платить вовремя, пеней нет.">
            <Link to="/help/bill">пени</Link>
          </Tooltip>{' '}
          не начислены.
        </p>
      ),
      'У кнопки': () => (
        <Tooltip text="Файл откроется в любой таблице">
          <Button type="button" kind="secondary">
            Скачать CSV
          </Button>
        </Tooltip>
      ),
      'У значка': () => (
        <Tooltip text="Обновить список платежей">
          <Button type="button" kind="quiet" icon="repeat">
            <VisuallyHidden>Обновить</VisuallyHidden>
          </Button>
        </Tooltip>
      ),
    },
  },
  'navigation-menu': {
    title: 'Меню',
    states: {
      Строкой: () => <NavigationMenu look="bar" items={menu} />,
      Столбцом: () => <NavigationMenu look="list" items={menu} />,
    },
  },
} satisfies ExampleGroup
