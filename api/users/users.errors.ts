import type { TokenPurpose } from 'api/db/migrations/0001-initial/customers'
import { DomainError, fieldsRefused, overloaded, Refusal, signedOut } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import { formatDayWithYear } from 'format/dates'

const retryAfterSeconds = 2

/** Answers that need only the code of the problem. */
const refusals = {
  /** The customer does not exist any more. */
  no_customer: signedOut,
  /** No customer has this e-mail address and password. */
  wrong_credentials: () =>
    new Refusal(422, {
      message:
        'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.',
    }),
  email_not_verified: () =>
    new Refusal(403, {
      code: problemCodes.emailNotVerified,
      message:
        'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
    }),
  wrong_old_password: () => fieldsRefused({ password_old: ['Текущий пароль введён неверно.'] }),
  /** The password that confirms an action is wrong. */
  wrong_password: () =>
    fieldsRefused({ password: ['Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'] }),
  password_is_email: () =>
    fieldsRefused({ password: ['Пароль не должен совпадать с адресом электронной почты.'] }),
  /** The password is on the list of common ones, or follows a simple pattern. */
  common_password: () =>
    fieldsRefused({
      password: ['Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.'],
    }),
  /** The new password is the current one. */
  same_password: () =>
    fieldsRefused({ password: ['Новый пароль такой же, как текущий. Придумайте другой.'] }),
  /** The new address is the customer's current one. */
  same_email: () => fieldsRefused({ email: ['Это ваш нынешний адрес. Укажите новый.'] }),
  /** Another customer has verified the address meanwhile. */
  email_taken: () =>
    new Refusal(422, { message: 'С этим адресом уже есть другой личный кабинет. Укажите другой адрес.' }),
  unknown_link: () =>
    new Refusal(422, {
      message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
    }),
  /** The mailed link belongs to another customer than the signed-in one. */
  link_of_another_customer: () =>
    new Refusal(422, {
      message: 'Эта ссылка для другого личного кабинета. Войдите в тот, из которого просили сменить адрес.',
    }),
  /** The login's token has expired, was used, or had too many wrong codes. */
  login_over: () =>
    new Refusal(410, {
      message:
        'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите заново.',
    }),
  /** Not the current code of the application. */
  wrong_code: () =>
    fieldsRefused({
      code: ['Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.'],
    }),
  wrong_recovery_code: () =>
    fieldsRefused({
      code: [
        'Запасной код не подошёл. Сверьте его с распечаткой: в нём латинские буквы и цифры, и подходит он один раз.',
      ],
    }),
  second_step_on: () =>
    new Refusal(409, {
      message: 'Второй шаг уже включён. Если вы не видели запасных кодов, выключите его и включите снова.',
    }),
  second_step_off: () => new Refusal(422, { message: 'Второй шаг уже выключен.' }),
  /** No setup was started in the last ten minutes. */
  setup_over: () =>
    new Refusal(422, {
      message: 'Время на включение вышло. Откройте страницу «Безопасность» и начните заново.',
    }),
  /** The customer has no such session. */
  no_session: () => new Refusal(404, { message: 'Такого сеанса нет: возможно, он уже завершён.' }),
  /** The current session ends by the logout only. */
  current_session: () =>
    new Refusal(409, {
      message: 'Это сеанс, в котором вы сейчас. Чтобы завершить его, нажмите «Выйти».',
    }),
  /** Too many passwords are waiting to be hashed. */
  overloaded: () => overloaded(retryAfterSeconds),
}

/** Why a request about users is rejected. */
type UserProblem =
  | { code: keyof typeof refusals }
  /** The customer has asked for deletion, which can be undone through that day. */
  | { code: 'being_deleted'; lastDay: string }
  /** The mailed link was used or has expired. */
  | { code: 'link_expired'; purpose: TokenPurpose }
  /** The password is right; `token` and a code finish the login. */
  | { code: 'second_step'; token: string }

export class UserError extends DomainError {
  override readonly name = 'UserError'

  constructor(readonly problem: UserProblem) {
    super(problem.code)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem.code) {
      case 'being_deleted':
        return new Refusal(422, {
          message: `Этот личный кабинет удалён, войти в него нельзя. Вернуть его можно до ${formatDayWithYear(problem.lastDay)}: откройте ссылку из письма «Личный кабинет удалён», мы отправили его на вашу почту.`,
        })
      case 'link_expired':
        return new Refusal(410, { message: expiredLinkWords[problem.purpose] })
      case 'second_step':
        return new Refusal(403, {
          code: problemCodes.secondStep,
          message: 'Для входа нужен ещё и код из приложения.',
          secondStep: { token: problem.token },
        })
      default:
        return refusals[problem.code]()
    }
  }
}

const expiredLinkWords: Readonly<Record<TokenPurpose, string>> = {
  verify: 'Ссылка устарела. Запросите новое письмо для подтверждения адреса.',
  reset: 'Ссылка устарела или уже использована. Запросите новую на странице «Забыли пароль?».',
  'change-email': 'Ссылка устарела или уже использована. Если адрес ещё не сменился, запросите смену снова.',
  'undo-email':
    'Ссылка устарела или уже использована. Если кабинетом пользуется кто-то чужой, задайте новый пароль.',
  'not-me':
    'Ссылка устарела или уже использована. Если кабинетом пользуется кто-то чужой, задайте новый пароль.',
  'undo-deletion':
    'Ссылка устарела или уже использована. Если кабинет уже стёрт, вернуть его нельзя, но с той же почтой можно зарегистрироваться заново.',
}
