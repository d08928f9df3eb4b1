import type { ProblemExamples } from '../problem'

/** What is typed into these fields can't be taken. */
export const wrongFields = (errors: Record<string, string[]>) => ({
  message: 'Проверьте, что введено в форме.',
  errors,
})

export const signedOut: ProblemExamples = [{ message: 'Войдите в личный кабинет, чтобы продолжить.' }]

export const nothingFound: ProblemExamples = [{ message: 'Ничего не найдено.' }]

/** The customer sees the account by a grant that does not allow this. */
export const noRight: ProblemExamples = [
  {
    code: 'no_right',
    message: 'На это у вас нет разрешения: доступ к лицевому счёту открыл вам его владелец, спросите его.',
  },
]

/** With `Retry-After`: the portal adds how long to wait. */
export const tooManyTries: ProblemExamples = [{ message: 'Слишком много попыток.' }]

export const tooManyPayments: ProblemExamples = [{ message: 'Слишком много платежей подряд.' }]

export const wrongLink: ProblemExamples = [
  { message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.' },
]

export const oldLink: ProblemExamples = [{ message: 'Ссылка устарела или уже использована.' }]

export const wrongEmail: ProblemExamples = [
  wrongFields({ email: ['Проверьте адрес: он должен быть похож на anna@example.ru'] }),
]

export const wrongPassword: ProblemExamples = [
  wrongFields({ password: ['Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'] }),
]

export const wrongCode: ProblemExamples = [
  wrongFields({
    code: ['Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.'],
  }),
]

export const unknownAccount: ProblemExamples = [
  {
    message:
      'Лицевой счёт 4010028519 не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.',
    errors: {
      account: [
        'Лицевой счёт 4010028519 не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.',
      ],
    },
  },
]

/** The same key came with other data. */
export const usedKey = {
  code: 'idempotency_mismatch',
  message:
    'Этой формой уже начат платёж с другими данными. Проверьте их и отправьте форму ещё раз: это будет новый платёж.',
} as const

/** The customer has to confirm: sent again with `X-Pay-Anew: true` it is done. */
export const mayPayTwice = {
  code: 'confirm_required',
  message: 'По этому лицевому счёту уже платят 1 159,40 ₽. Деньги могут списаться дважды.',
} as const

export const wrongAmount: ProblemExamples = [
  wrongFields({ amount: ['Наименьшая сумма платежа — 1\u00a0₽'] }),
  usedKey,
]

/** What any call may answer when it fails, besides its own problems. */
export const unavailable: ProblemExamples = [{ message: 'Сервис временно недоступен. Попробуйте ещё раз.' }]
