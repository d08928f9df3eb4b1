import type { TokenPurpose } from 'api/db/tables'
import { longestName, passwordLength } from 'contract/limits'
import { formatDayWithYear } from 'format/dates'
import type { UserProblem } from './users.errors'

const passwordIsEmail = 'Пароль не должен совпадать с адресом электронной почты.'

/** At the fields of the forms. */
export const fieldWords = {
  noName: 'Укажите имя.',
  longName: `Имя должно быть не длиннее ${longestName} символов.`,
  nameCharacters: 'Уберите из имени служебные символы.',
  noEmail: 'Укажите адрес электронной почты.',
  email: 'Проверьте адрес: он должен быть вида name@example.ru.',
  noPhone: 'Укажите телефон или оставьте поле пустым.',
  phone: 'Проверьте телефон: +7 и ещё 10 цифр.',
  newPassword: 'Придумайте пароль.',
  shortPassword: `Пароль должен быть не короче ${passwordLength.min} символов.`,
  longPassword: `Пароль должен быть не длиннее ${passwordLength.max} символов.`,
  commonPassword: 'Такой пароль подберут одним из первых: он слишком распространён. Придумайте другой.',
  passwordIsEmail,
  confirmation: 'Повторите пароль.',
  passwordsDiffer: 'Пароли не совпадают. Введите тот же пароль ещё раз.',
  consent: 'Без согласия на обработку персональных данных зарегистрироваться нельзя.',
  password: 'Введите пароль.',
  oldPassword: 'Введите текущий пароль.',
  code: 'Введите код.',
  longCode: 'Слишком длинный код.',
  samePassword: 'Новый пароль такой же, как текущий. Придумайте другой.',
}

type SaidAsItIs = Exclude<
  UserProblem['code'],
  'no_customer' | 'being_deleted' | 'link_expired' | 'no_session' | 'overloaded'
>

export const problemWords: Readonly<Record<SaidAsItIs, string>> = {
  wrong_credentials:
    'Неверный адрес или пароль. Проверьте раскладку клавиатуры и Caps Lock или задайте новый пароль.',
  email_not_verified:
    'Адрес электронной почты ещё не подтверждён. Откройте ссылку из письма или запросите его снова.',
  wrong_old_password: 'Текущий пароль введён неверно.',
  wrong_password: 'Пароль введён неверно. Проверьте раскладку клавиатуры и Caps Lock.',
  password_is_email: passwordIsEmail,
  same_email: 'Это ваш нынешний адрес. Укажите новый.',
  email_taken: 'С этим адресом уже есть другой личный кабинет. Укажите другой адрес.',
  unknown_link: 'Ссылка не подошла: возможно, она скопирована не целиком. Откройте её прямо из письма.',
  link_of_another_customer:
    'Эта ссылка для другого личного кабинета. Войдите в тот, из которого просили сменить адрес.',
  second_step: 'Для входа нужен ещё и код из приложения.',
  wrong_code: 'Код не подошёл. Каждый код действует полминуты и подходит один раз: введите новый.',
  login_over:
    'Этот вход уже завершён: вы нажали дважды, время на код вышло или кончились попытки. Войдите заново.',
  second_step_on: 'Второй шаг уже включён. Если вы не видели запасных кодов, выключите его и включите снова.',
  second_step_off: 'Второй шаг уже выключен.',
  setup_over: 'Время на включение вышло. Откройте страницу «Безопасность» и начните заново.',
  current_session: 'Это сеанс, в котором вы сейчас. Чтобы завершить его, нажмите «Выйти».',
}

export const expiredLinkWords: Readonly<Record<TokenPurpose, string>> = {
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

/** `lastDay`: a day. The letter is sent again with each such login. */
export const beingDeletedWords = (lastDay: string) =>
  `Этот личный кабинет удалён, войти в него нельзя. Вернуть его можно до ${formatDayWithYear(lastDay)}: откройте ссылку из письма «Личный кабинет удалён», мы отправили его на вашу почту.`
