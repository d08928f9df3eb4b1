import { expect } from '@playwright/test'
import { cards, paysAtBank, seesResult, sumAtBank } from '../actions/bank'
import { beginsSecondStep, turnsSecondStepOn } from '../actions/second-step'
import { looksElsewhere } from '../actions/toasts'
import type { Visitor } from '../actions/visitor'
import { newAddress } from '../support/portal-test'
import { anna, newcomer, register } from './people'
import { patterns } from './routes'

/** Brings the visitor to a state of a screen, and waits for it. */
export type Way = (visitor: Visitor, signedInAsAnna: () => Promise<void>) => Promise<void>

/** Ways by route pattern, as in app/routes.ts, and by screen name. */
type ByRoute = Record<string, Record<string, Way>>

export interface Screen {
  name: string
  route: string
  openTo: 'everybody' | 'guests' | 'customers'
  way: Way
}

/** Opens a page; its title is its h1. */
export const at =
  (path: string, h1: string, title = h1): Way =>
  async (visitor) => {
    await visitor.opens(path)
    await visitor.sees(h1, title)
  }

/** Opens a page without further steps. */
const opens =
  (path: string): Way =>
  async (visitor) => {
    await visitor.opens(path)
    await visitor.h1.waitFor()
  }

/** Sends a form with these values and waits for its rejection. */
const refused =
  (path: string, button: string, typed: Record<string, string> = {}): Way =>
  async (visitor) => {
    await visitor.opens(path)
    await visitor.types(typed)
    await visitor.presses(button)
    await visitor.isRefused({})
  }

export const asAnna =
  (way: Way): Way =>
  async (visitor, signedInAsAnna) => {
    await signedInAsAnna()
    await way(visitor, signedInAsAnna)
  }

export const notFound =
  (path: string): Way =>
  async (visitor) => {
    await visitor.opens(path)
    await visitor.h1.getByText('Ошибка 404 - Страница не найдена').waitFor()
  }

const idAndCode = 'oP3nS3same0fTheM1ghty?code=oP3nS3same0fTheM1ghtyWh0KnowsWhat'
const badAddress = { 'Электронная почта': 'вера собака example' }
const shortPassword = { 'Новый пароль': 'кот', 'Новый пароль ещё раз': 'пёс' }

const content: [string, string][] = [
  ['/about', 'О компании'],
  ['/tariffs', 'Тарифы'],
  ['/contacts', 'Контакты и офисы'],
  ['/help', 'Помощь'],
  ['/help/bill', 'Как читать квитанцию'],
  ['/help/account-number', 'Что такое лицевой счёт'],
  ['/help/readings', 'Показания счётчиков'],
  ['/help/sign-in', 'Вход и почта'],
  ['/help/problems', 'Как сообщить о проблеме'],
  ['/privacy', 'Политика обработки персональных данных'],
  ['/consent', 'Согласие на обработку персональных данных'],
  ['/offer', 'Публичная оферта'],
  ['/autopay-agreement', 'Соглашение об автоплатежах'],
  ['/accessibility', 'Доступность сайта'],
]

const addAccount = (...typed: (readonly [button: string, values: Record<string, string>])[]): Way =>
  asAnna(async (visitor) => {
    await visitor.opens('/personal/add-account')
    for (const [button, values] of typed) {
      await visitor.types(values)
      await visitor.presses(button)
    }
  })

/** Creates a new customer with an autopayment whose first payment is unpaid. */
async function beginsAutopayment(visitor: Visitor) {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/autopayments/new')
  await visitor.types({ 'Лимит одного списания, ₽': '7 000' })
  await visitor.main.getByRole('checkbox', { name: /^Даю согласие/ }).check()
  await visitor.presses('Подключить автоплатёж')
  await sumAtBank(visitor)
}

/** Creates a new customer with an active autopayment and opens the list. */
async function bindsAutopayment(visitor: Visitor) {
  await beginsAutopayment(visitor)
  await paysAtBank(visitor, await sumAtBank(visitor), cards.good)
  await seesResult(visitor, 'Автоплатёж подключён')
  await visitor.opens('/personal/autopayments')
  await visitor.sees('Автоплатежи')
}

/** As a guest, goes to the second payment step. */
async function opensGuestPayment(visitor: Visitor) {
  await visitor.opens('/pay')
  await visitor.types({ 'Номер лицевого счёта': register.dacha.account })
  await visitor.presses('Продолжить')
}

async function paysAsGuest(visitor: Visitor, card: string, h1: string) {
  await opensGuestPayment(visitor)
  await visitor.types({ 'Сумма, ₽': '10', 'Почта для чека': 'guest@example.com' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, await sumAtBank(visitor), card)
  await seesResult(visitor, h1)
}

async function paysAsCustomer(visitor: Visitor, card: string, h1: string) {
  await visitor.isNewCustomer(newcomer())
  await visitor.hasAccount(register.garage)
  await visitor.opens('/personal/pay')
  await visitor.types({ 'Сумма, ₽': '10' })
  await visitor.presses('Оплатить')
  await paysAtBank(visitor, await sumAtBank(visitor), card)
  await seesResult(visitor, h1)
}

/** Creates a new customer with a second step, and logs in up to the page for the code. */
async function comesToCode(visitor: Visitor) {
  const person = newcomer()
  await visitor.isNewCustomer(person)
  await turnsSecondStepOn(visitor, person)
  await visitor.context.clearCookies({ name: 'session' })
  await visitor.opens('/login')
  await visitor.fillsLogin(person)
  await visitor.sees('Код для входа')
}

const accountWithoutProof = ['Добавить', { 'Номер лицевого счёта': register.garage.account }] as const

/** Screens for guests and customers. */
const forEverybody: ByRoute = {
  '/': {
    'main page': at('/', 'Квитанции за дом, гараж и интернет в одном месте'),
  },
  '/*': {
    ...Object.fromEntries(content.map(([path, h1]) => [path, at(path, h1)])),
    'not found': notFound('/no/such/page'),
  },
  '/accessible-version': {
    'accessible version': at('/accessible-version', 'Версия для слабовидящих'),
  },
  '/cookie-settings': {
    'cookie settings': at('/cookie-settings', 'Настройки cookie'),
  },
  '/styleguide': {
    styleguide: at('/styleguide', 'Компоненты'),
  },
  '/pay': {
    'payment of a guest': at('/pay', 'Оплата по номеру лицевого счёта'),
    'payment of a guest, nothing typed': refused('/pay', 'Продолжить'),
    'payment of a guest, the sum': async (visitor) => {
      await opensGuestPayment(visitor)
      await visitor.sees('Оплата лицевого счёта')
    },
    'payment of a guest, the sum refused': async (visitor) => {
      await opensGuestPayment(visitor)
      await visitor.types({ 'Сумма, ₽': 'сто', 'Почта для чека': 'вера собака example' })
      await visitor.presses('Оплатить')
      await visitor.isRefused({})
    },
  },
  '/pay/success': {
    'paid by a guest': (visitor) => paysAsGuest(visitor, cards.good, 'Оплачено 10,00 ₽'),
  },
  '/pay/failed': {
    'payment of a guest that failed': (visitor) => paysAsGuest(visitor, cards.empty, 'Платёж не прошёл'),
    'payment of a guest, none named': at('/pay/failed', 'Здесь нет платежа'),
  },
  '/not-me/:id': {
    'sign-in that was not mine': at(`/not-me/${idAndCode}`, 'Вход с нового устройства'),
    'sign-in that was not mine, spoilt link': refused(
      `/not-me/${idAndCode}`,
      'Это не я: завершить все сеансы',
    ),
  },
  '/change-email-undo/:id': {
    'undone change of address': at(`/change-email-undo/${idAndCode}`, 'Отмена смены адреса'),
    'undone change of address, spoilt link': refused(
      `/change-email-undo/${idAndCode}`,
      'Вернуть прежний адрес',
    ),
  },
  '/deletion-undo/:id': {
    'undone deletion': at(`/deletion-undo/${idAndCode}`, 'Отмена удаления'),
    'undone deletion, spoilt link': refused(`/deletion-undo/${idAndCode}`, 'Отменить удаление'),
  },
  '/autopay-refuse/:id': {
    'refused charge': at(`/autopay-refuse/${idAndCode}`, 'Отказ от списания'),
    'refused charge, spoilt link': refused(`/autopay-refuse/${idAndCode}`, 'Отказаться от списания'),
  },
}

/** Screens for guests only; customers are redirected. */
const forGuests: ByRoute = {
  '/login': {
    login: at('/login', 'Вход'),
    'login, nothing typed': refused('/login', 'Войти'),
    'login, wrong pair': refused('/login', 'Войти', { 'Электронная почта': anna.email, Пароль: 'не тот' }),
    'login, unverified': async (visitor) => {
      const person = newcomer()
      await visitor.signsUp(person)
      await visitor.opens('/login')
      await visitor.fillsLogin(person)
      await visitor.button('Отправить письмо ещё раз').waitFor()
    },
  },
  '/login/code': {
    'code of a login': comesToCode,
    'code of a login, wrong': async (visitor) => {
      await comesToCode(visitor)
      await visitor.types({ Код: '000 000' })
      await visitor.presses('Войти')
      await visitor.isRefused({})
    },
  },
  '/registration': {
    registration: at('/registration', 'Регистрация'),
    'registration, nothing typed': refused('/registration', 'Зарегистрироваться'),
    'registration, wrong values': refused('/registration', 'Зарегистрироваться', {
      ...badAddress,
      Имя: 'Я'.repeat(120),
      'Телефон — необязательно': '12',
      Пароль: 'кот',
    }),
    'registration, sent': (visitor) => visitor.signsUp(newcomer()),
    'registration, letter again refused': refused(
      '/registration?sent',
      'Отправить письмо ещё раз',
      badAddress,
    ),
  },
  '/forgot-password': {
    'forgotten password': at('/forgot-password', 'Забыли пароль?', 'Забытый пароль'),
    'forgotten password, refused': refused('/forgot-password', 'Отправить ссылку', badAddress),
    'forgotten password, sent': at(
      '/forgot-password?sent',
      'Проверьте почту',
      'Проверьте почту: ссылка для нового пароля',
    ),
  },
  '/change-password/:id': {
    'new password': at(`/change-password/${idAndCode}`, 'Новый пароль'),
    'new password, refused': refused(`/change-password/${idAndCode}`, 'Сохранить пароль', shortPassword),
    'new password, spoilt link': refused(`/change-password/${idAndCode}`, 'Сохранить пароль', {
      'Новый пароль': 'пять зелёных яблок',
      'Новый пароль ещё раз': 'пять зелёных яблок',
    }),
  },
  '/verify-email/:id': {
    verification: async (visitor) => {
      await visitor.opens(`/verify-email/${idAndCode}`)
      await visitor.sees('Подтверждение почты')
    },
    'verification, spoilt link': async (visitor) => {
      await visitor.opens(`/verify-email/${idAndCode}`)
      await visitor.presses('Подтвердить адрес')
      await visitor.isRefused({})
    },
  },
}

/** Each way creates a customer. */
const forCustomers: ByRoute = {
  '/personal': {
    accounts: asAnna(at('/personal', 'Лицевые счета')),
    'accounts, found': asAnna(at('/personal?filter=гараж', 'Лицевые счета')),
    'accounts, nothing found': asAnna(at(`/personal?filter=${'непроизносимое'.repeat(8)}`, 'Лицевые счета')),
    'accounts, none yet': (visitor) => visitor.becomesCustomer(newcomer()),
    'accounts, a message shown': async (visitor) => {
      await visitor.becomesCustomer(newcomer())
      await looksElsewhere(visitor)
      await visitor.addsAccount(register.garage)
      await visitor.isTold(/^Лицевой счёт .* добавлен/)
    },
  },
  '/personal/add-account': {
    'account to add': addAccount(),
    'account to add, nothing typed': asAnna(refused('/personal/add-account', 'Добавить')),
    'account to add, unknown': async (visitor, signedInAsAnna) => {
      await looksElsewhere(visitor)
      await addAccount(['Добавить', { 'Номер лицевого счёта': '0'.repeat(64) }])(visitor, signedInAsAnna)
      await visitor.isRefused({})
    },
    'account to add, the question': async (visitor, signedInAsAnna) => {
      await addAccount(accountWithoutProof)(visitor, signedInAsAnna)
      await visitor.field('Код доступа').waitFor()
    },
    'account to add, a wrong answer': async (visitor, signedInAsAnna) => {
      await addAccount(accountWithoutProof, ['Добавить', { 'Код доступа': '12345678' }])(
        visitor,
        signedInAsAnna,
      )
      await visitor.isRefused({})
    },
  },
  '/personal/delete-account': {
    'account to delete': asAnna(async (visitor) => {
      await visitor.opens('/personal')
      await visitor.doesWith('4010028513', 'Удалить')
      await visitor.sees('Удалить лицевой счёт')
    }),
  },
  '/personal/account-title': {
    'name of an account': asAnna(async (visitor) => {
      await visitor.opens('/personal')
      await visitor.doesWith('4010028513', 'Название')
      await visitor.sees('Название лицевого счёта')
    }),
    'name of an account, too long': asAnna(
      refused('/personal/account-title?account=4010028513', 'Сохранить', {
        'Название — необязательно': 'Ж'.repeat(41),
      }),
    ),
  },
  '/personal/profile': {
    profile: asAnna(at('/personal/profile', 'Профиль')),
    'profile, wrong values': asAnna(
      refused('/personal/profile', 'Сохранить', { Имя: '', 'Телефон — необязательно': '12' }),
    ),
    'profile, password refused': asAnna(refused('/personal/profile', 'Изменить пароль', shortPassword)),
    'profile of somebody with a long name and address': async (visitor) => {
      const name = `Вильгельмина-Александра ${'Константинопольская-'.repeat(3)}Задунайская`
      const email = newAddress('a.very.long.address.that.somebody.has.at.work')
      await visitor.isNewCustomer({ ...newcomer(name), email })
      await visitor.opens('/personal/profile')
      await visitor.sees('Профиль')
    },
  },
  '/personal/security': {
    // Anna has many sessions, as other tests sign in as her.
    security: async (visitor, signedInAsAnna) => {
      await visitor.isNewCustomer(newcomer())
      await at('/personal/security', 'Безопасность')(visitor, signedInAsAnna)
    },
    'security, wrong password': async (visitor, signedInAsAnna) => {
      await visitor.isNewCustomer(newcomer())
      const typed = { 'Пароль от кабинета': 'не тот' }
      await refused('/personal/security', 'Включить второй шаг', typed)(visitor, signedInAsAnna)
    },
    'second step, its secret': asAnna((visitor) => beginsSecondStep(visitor, anna)),
    'second step, its recovery codes': async (visitor) => {
      const person = newcomer()
      await visitor.isNewCustomer(person)
      await turnsSecondStepOn(visitor, person)
    },
    'second step that is on': async (visitor) => {
      const person = newcomer()
      await visitor.isNewCustomer(person)
      await turnsSecondStepOn(visitor, person)
      await visitor.follows('Коды сохранены')
      await visitor.sees('Безопасность')
    },
  },
  '/personal/my-data': {
    'my data': asAnna(at('/personal/my-data', 'Мои данные')),
    'my data, deletion refused': asAnna(refused('/personal/my-data', 'Удалить личный кабинет')),
  },
  '/personal/reminders': {
    reminders: asAnna(at('/personal/reminders', 'Напоминания')),
    'reminders, a new address': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      await visitor.opens('/personal/reminders')
      await visitor.presses('Создать ссылку')
      await visitor.sees('Ссылка на календарь')
    },
  },
  '/invoice-letters-off/:id': {
    'turning letters about invoices off': opens(`/invoice-letters-off/${idAndCode}`),
  },
  '/reminder-off/:id': { 'turning reminders off': opens(`/reminder-off/${idAndCode}`) },
  '/personal/access': {
    access: asAnna(at('/personal/access', 'Доступ к лицевому счёту')),
    'access, nothing typed': asAnna(refused('/personal/access', 'Пригласить')),
    'access, a new invitation': async (visitor) => {
      const person = newcomer()
      await visitor.isNewCustomer(person)
      await visitor.hasAccount(register.garage)
      await visitor.opens('/personal/access')
      await visitor.types({ 'Пароль от кабинета': person.password })
      await visitor.presses('Пригласить')
      await visitor.sees('Приглашение готово')
    },
  },
  '/personal/access-close': {
    'access to be closed': asAnna(async (visitor) => {
      await visitor.opens('/personal/access')
      await visitor.follows(/^Закрыть доступ/)
      await visitor.sees('Закрыть доступ')
    }),
  },
  '/access-invite/:id': {
    'invitation that is over': opens(`/access-invite/${idAndCode}`),
  },
  '/personal/readings': {
    readings: asAnna(at('/personal/readings', 'Показания счётчиков')),
    'readings, nothing typed': asAnna(refused('/personal/readings', 'Передать показания')),
    'readings, one to confirm': asAnna(async (visitor) => {
      await visitor.opens('/personal/readings')
      await visitor.main.locator('[name^="reading-"]').first().fill('99999')
      await visitor.presses('Передать показания')
      await visitor.main.locator('[name="confirmed"]').waitFor()
    }),
    'readings of one meter': asAnna(async (visitor) => {
      await visitor.opens('/personal/readings')
      await visitor.main.locator('[name="meter"]').selectOption({ index: 1 })
      await visitor.presses('Показать')
      // Not by its role: if the settings turn pictures off, its text is shown instead.
      await visitor.main.locator('[data-alt^="Расход по месяцам"]').waitFor()
    }),
  },
  '/personal/change-email-request': {
    'new address': asAnna(at('/personal/change-email-request', 'Новый адрес почты')),
    'new address, refused': asAnna(
      refused('/personal/change-email-request', 'Отправить письмо', {
        'Новая электронная почта': 'вера собака example',
      }),
    ),
  },
  '/personal/change-email': {
    'new address, spoilt link': asAnna(async (visitor) => {
      await visitor.opens(`/personal/change-email?id=${idAndCode.replace('?', '&')}`)
      await visitor.presses('Подтвердить новый адрес')
      await visitor.isRefused({})
    }),
  },
  '/personal/autopayments': {
    'autopayments, none yet': asAnna(at('/personal/autopayments', 'Автоплатежи')),
    'autopayment that waits for its first payment': async (visitor) => {
      await beginsAutopayment(visitor)
      await visitor.opens('/personal/autopayments')
      await visitor.sees('Автоплатежи')
    },
    'autopayment that works, and its card': bindsAutopayment,
    'autopayments of a customer': asAnna(at('/personal/autopayments', 'Автоплатежи')),
  },
  '/personal/autopayments/:id': {
    'autopayment, its log': async (visitor) => {
      await beginsAutopayment(visitor)
      await visitor.opens('/personal/autopayments')
      await visitor.follows(/^Журнал списаний/)
      await visitor.sees('Автоплатёж')
    },
  },
  '/personal/autopayments/:id/change': {
    'autopayment to change': async (visitor) => {
      await bindsAutopayment(visitor)
      await visitor.follows(/^Изменить/)
      await visitor.sees('Изменить автоплатёж')
    },
    'autopayment to change, refused': async (visitor) => {
      await bindsAutopayment(visitor)
      await visitor.follows(/^Изменить/)
      await visitor.sees('Изменить автоплатёж')
      await visitor.types({ 'Лимит одного списания, ₽': 'сто' })
      await visitor.presses('Сохранить')
      await visitor.isRefused({})
    },
  },
  '/personal/autopayments/:id/delete': {
    'autopayment to remove': async (visitor) => {
      await beginsAutopayment(visitor)
      await visitor.opens('/personal/autopayments')
      await visitor.follows(/^Удалить/)
      await visitor.sees('Удалить автоплатёж')
    },
  },
  '/personal/autopayments/new': {
    'new autopayment': asAnna(at('/personal/autopayments/new', 'Новый автоплатёж')),
    'new autopayment, refused': asAnna(refused('/personal/autopayments/new', 'Подключить автоплатёж')),
    'new autopayment by month, refused': asAnna(async (visitor) => {
      await visitor.opens('/personal/autopayments/new')
      await visitor.main.getByRole('radio', { name: /^Фиксированная сумма/ }).check()
      await visitor.presses('Подключить автоплатёж')
      await visitor.isRefused({})
    }),
    'new autopayment, no account yet': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      await visitor.opens('/personal/autopayments/new')
      await visitor.sees('Новый автоплатёж')
    },
  },
  '/personal/autopay-success': {
    'autopayment connected': async (visitor) => {
      await beginsAutopayment(visitor)
      await paysAtBank(visitor, await sumAtBank(visitor), cards.good)
      await seesResult(visitor, 'Автоплатёж подключён')
    },
    'first payment of an autopayment, none named': asAnna(
      at('/personal/autopay-success', 'Здесь нет платежа'),
    ),
  },
  '/personal/history': {
    history: asAnna(at('/personal/history', 'История платежей')),
    'history, nothing in these days': asAnna(
      at('/personal/history?from=2020-01-01&to=2020-01-02', 'История платежей'),
    ),
    'history, no account yet': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      await visitor.opens('/personal/history')
      await visitor.sees('История платежей')
    },
  },
  '/personal/invoice': {
    invoice: asAnna(async (visitor) => {
      await visitor.opens('/personal/invoice')
      await visitor.h1.getByText(/^Квитанция за/).waitFor()
    }),
  },
  '/personal/invoice-explanation': {
    explanation: asAnna(at('/personal/invoice-explanation', 'Почему такая сумма')),
    'explanation by the year before': asAnna(async (visitor) => {
      await visitor.opens('/personal/invoice-explanation')
      await visitor.follows('Год назад')
      await visitor.main
        .getByText(/^(На\s|Столько же|Начислено\s).+\sгода/)
        .first()
        .waitFor()
    }),
    'explanation, nothing to compare with': asAnna(async (visitor) => {
      await visitor.opens('/personal/invoice-explanation')
      const first = await visitor.field('Квитанция за').locator('option').last().getAttribute('value')
      await visitor.opens(`/personal/invoice-explanation?period=${first}`)
      await visitor.main.getByText('Сравнить не с чем').waitFor()
    }),
    'explanation, no account yet': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      await visitor.opens('/personal/invoice-explanation')
      await visitor.sees('Почему такая сумма')
    },
  },
  '/personal/pay': {
    'payment of a customer': asAnna(at('/personal/pay', 'Оплата')),
    'payment of a customer, refused': asAnna(refused('/personal/pay', 'Оплатить', { 'Сумма, ₽': '0' })),
    'payment of a customer, no account yet': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      await visitor.opens('/personal/pay')
      await visitor.sees('Оплата')
    },
  },
  '/personal/ask-to-pay': {
    'link to pay': asAnna(at('/personal/ask-to-pay', 'Попросить оплатить')),
  },
  '/personal/pay-several': {
    'payment for several accounts': asAnna(at('/personal/pay-several', 'Оплата нескольких лицевых счетов')),
    'payment for several accounts, with its parts': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      for (const account of [register.ninasFlat, register.room]) await visitor.hasAccount(account)
      await visitor.opens('/personal/pay-several?accounts=all')
      await visitor.sees('Оплата нескольких лицевых счетов')
    },
    'payment for several accounts, of different payees': async (visitor) => {
      await visitor.isNewCustomer(newcomer())
      for (const account of [register.dacha, register.room]) await visitor.hasAccount(account)
      await visitor.opens('/personal/pay-several?accounts=all')
      await visitor.sees('Оплата нескольких лицевых счетов')
      await expect(visitor.main).toContainText(/Платёж\s1\sиз\s2/)
    },
  },
  '/personal/pay-success': {
    'paid by a customer': (visitor) => paysAsCustomer(visitor, cards.good, 'Оплачено 10,00 ₽'),
  },
  '/personal/pay-failed': {
    'payment of a customer that failed': (visitor) =>
      paysAsCustomer(visitor, cards.empty, 'Платёж не прошёл'),
  },
  '/personal/autopay-failed': {
    'autopayment whose card was declined': async (visitor) => {
      await beginsAutopayment(visitor)
      await paysAtBank(visitor, await sumAtBank(visitor), cards.empty)
      await seesResult(visitor, 'Автоплатёж не подключён')
    },
  },
}

const listedRoutes = new Set(
  [forEverybody, forGuests, forCustomers].flatMap((byRoute) => Object.keys(byRoute)),
)

/** Personal pages without an entry above, opened by their address. */
const unlistedRoutes: ByRoute = Object.fromEntries(
  patterns
    .filter((pattern) => /^[/]personal[/][^:*]+$/.test(pattern) && !listedRoutes.has(pattern))
    .map((pattern) => [pattern, { [pattern.slice(1)]: asAnna(opens(pattern)) }]),
)

const screensOf = (openTo: Screen['openTo'], byRoute: ByRoute): Screen[] =>
  Object.entries(byRoute).flatMap(([route, ways]) =>
    Object.entries(ways).map(([name, way]) => ({ name, route, openTo, way })),
  )

/** Every screen in every state that a visitor can reach, by a unique name. */
export const screens: readonly Screen[] = [
  ...screensOf('everybody', forEverybody),
  ...screensOf('guests', forGuests),
  ...screensOf('customers', { ...forCustomers, ...unlistedRoutes }),
]
