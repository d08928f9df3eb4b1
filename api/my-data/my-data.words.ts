import { lifecycles } from 'api/db/tables'

/** At the head of the copy. */
export const aboutCopy =
  'Копия всего, что личный кабинет хранит о вас. Суммы указаны в копейках, время — по Гринвичу (UTC).'

/** What is stored but not in the copy: it would let any reader of the file sign in or charge the card. */
export const notShown: readonly { what: string; why: string }[] = [
  {
    what: 'Пароль',
    why: 'Мы знаем не его, а только отпечаток, по которому его проверяем. Отпечаток помог бы подобрать пароль.',
  },
  {
    what: 'Ключи сеансов, устройств, ссылок из писем и ссылки на календарь',
    why: 'Хранятся только их отпечатки: по ним мы узнаём вас и проверяем ссылки.',
  },
  {
    what: 'Ключ второго шага и запасные коды',
    why: 'По ним входят в кабинет. Запасные коды мы видели один раз, вместе с вами: хранятся их отпечатки.',
  },
  {
    what: 'Тексты писем',
    why: 'После отправки мы их стираем. В ещё не отправленных есть ссылки, которые открывают кабинет.',
  },
  {
    what: 'Номер карты в платёжном сервисе',
    why: 'По нему списывают деньги. Самих данных карты у нас нет: они есть только у платёжного сервиса.',
  },
  {
    what: 'Код доступа к лицевому счёту',
    why: 'Хранится только его отпечаток. Сам код напечатан в квитанции.',
  },
  {
    what: 'Ключи запросов',
    why: 'По ним мы узнаём повторно отправленную форму. Через сутки они стираются, ключи платежей хранятся с платежами.',
  },
  {
    what: 'Часть счётчиков попыток',
    why: 'Они хранятся под отпечатками адресов и за сутки стираются: чьи они, по ним не узнать.',
  },
]

/** For the extract from the log of erasures, which the operator keeps and shows to the supervisor. */
export const destructionWords = {
  columns: ['Дата и время', 'Номер удаления', 'Обращение', 'Причина', 'Стёрто записей'],
  none: 'Стираний не было.',
  reasons: { asked_by_customer: 'отзыв согласия (удаление личного кабинета)' },
  /** By their keys in the log. */
  categories: Object.fromEntries(
    lifecycles.flatMap(([, { erasure }]) =>
      typeof erasure === 'object' && erasure.countedAs
        ? [[erasure.countedAs.key, erasure.countedAs.words]]
        : [],
    ),
  ),
}
