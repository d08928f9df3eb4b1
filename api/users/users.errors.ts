import type { TokenPurpose } from 'api/db/migrations/0001-initial/customers'
import { DomainError, fieldsRefused, overloaded, Refusal, signedOut } from 'api/refusal'
import { problemCodes } from 'contract/problem'
import { formatDayWithYear } from 'format/dates'

const retryAfterSeconds = 2

/** Why a request about users is rejected. */
type UserProblem =
  /** The customer does not exist any more. */
  | { code: 'no_customer' }
  /** No customer has this e-mail address and password. */
  | { code: 'wrong_credentials' }
  | { code: 'email_not_verified' }
  /** The customer has asked for deletion, which can be undone through that day. */
  | { code: 'being_deleted'; lastDay: string }
  | { code: 'wrong_old_password' }
  /** Given once more to confirm something. */
  | { code: 'wrong_password' }
  | { code: 'password_is_email' }
  /** The password is on the list of common ones, or follows a simple pattern. */
  | { code: 'common_password' }
  /** The new password is the current one. */
  | { code: 'same_password' }
  /** The new address is the customer's current one. */
  | { code: 'same_email' }
  /** Another customer has verified the address meanwhile. */
  | { code: 'email_taken' }
  | { code: 'unknown_link' }
  /** The mailed link was used or has expired. */
  | { code: 'link_expired'; purpose: TokenPurpose }
  /** The mailed link belongs to another customer than the signed-in one. */
  | { code: 'link_of_another_customer' }
  /** The password is right; `token` and a code finish the login. */
  | { code: 'second_step'; token: string }
  /** The login's token has expired, was used, or had too many wrong codes. */
  | { code: 'login_over' }
  /** No code of the application that fits now. */
  | { code: 'wrong_code' }
  | { code: 'wrong_recovery_code' }
  | { code: 'second_step_on' }
  | { code: 'second_step_off' }
  /** No setup was begun within the last ten minutes. */
  | { code: 'setup_over' }
  /** The customer has no such session. */
  | { code: 'no_session' }
  /** The session that asks can't end itself like another one. */
  | { code: 'current_session' }
  /** Too many passwords are waiting to be hashed. */
  | { code: 'overloaded' }

export class UserError extends DomainError {
  override readonly name = 'UserError'

  constructor(readonly problem: UserProblem) {
    super(problem.code)
  }

  override refusal(): Refusal {
    const { problem } = this
    switch (problem.code) {
      case 'no_customer':
        return signedOut()
      case 'wrong_credentials':
        return new Refusal(422, {
          message:
            'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.',
        })
      case 'email_taken':
        return new Refusal(422, {
          message: 'С этим адресом уже есть другой личный кабинет. Укажите другой адрес.',
        })
      case 'unknown_link':
        return new Refusal(422, {
          message: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
        })
      case 'link_of_another_customer':
        return new Refusal(422, {
          message:
            'Эта ссылка для другого личного кабинета. Войдите в тот, из которого просили сменить адрес.',
        })
      case 'second_step_off':
        return new Refusal(422, { message: 'Второй шаг уже выключен.' })
      case 'setup_over':
        return new Refusal(422, {
          message: 'Время на включение вышло. Откройте страницу «Безопасность» и начните заново.',
        })
      case 'email_not_verified':
        return new Refusal(403, {
          code: problemCodes.emailNotVerified,
          message:
            'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
        })
      case 'being_deleted':
        return new Refusal(422, {
          message: `Этот личный кабинет удалён, войти в него нельзя. Вернуть его можно до ${formatDayWithYear(problem.lastDay)}: откройте ссылку из письма «Личный кабинет удалён», мы отправили его на вашу почту.`,
        })
      case 'wrong_password':
        return fieldsRefused({
          password: ['Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.'],
        })
      case 'wrong_old_password':
        return fieldsRefused({ password_old: ['Текущий пароль введён неверно.'] })
      case 'password_is_email':
        return fieldsRefused({ password: ['Пароль не должен совпадать с адресом электронной почты.'] })
      case 'common_password':
        return fieldsRefused({
          password: ['Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.'],
        })
      case 'same_password':
        return fieldsRefused({ password: ['Новый пароль такой же, как текущий. Придумайте другой.'] })
      case 'same_email':
        return fieldsRefused({ email: ['Это ваш нынешний адрес. Укажите новый.'] })
      case 'link_expired':
        return new Refusal(410, { message: expiredLinkWords[problem.purpose] })
      case 'second_step':
        return new Refusal(403, {
          code: problemCodes.secondStep,
          message: 'Для входа нужен ещё и код из приложения.',
          secondStep: { token: problem.token },
        })
      case 'wrong_code':
        return fieldsRefused({
          code: ['Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.'],
        })
      case 'wrong_recovery_code':
        return fieldsRefused({
          code: [
            'Запасной код не подошёл. Сверьте его с распечаткой: в нём латинские буквы и цифры, и подходит он один раз.',
          ],
        })
      case 'login_over':
        return new Refusal(410, {
          message:
            'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите заново.',
        })
      case 'second_step_on':
        return new Refusal(409, {
          message:
            'Второй шаг уже включён. Если вы не видели запасных кодов, выключите его и включите снова.',
        })
      case 'current_session':
        return new Refusal(409, {
          message: 'Это сеанс, в котором вы сейчас. Чтобы завершить его, нажмите «Выйти».',
        })
      case 'no_session':
        return new Refusal(404, { message: 'Такого сеанса нет: возможно, он уже завершён.' })
      case 'overloaded':
        return overloaded(retryAfterSeconds)
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
