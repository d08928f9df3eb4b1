import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { quoted } from 'format/shown-text'

interface DeletionInLetter {
  /** The number of the erasure in the operator's log. */
  deletionId: string
  /** A moment. */
  eraseAt: string
  undo: MailedLink
}

/** Tells a customer who has asked for deletion what happens when, with the only link that undoes it. */
export function deletionLetter(
  site: LetterSite & { timeZone: string },
  { deletionId, eraseAt, undo }: DeletionInLetter,
): Letter {
  const until = formatMoment(eraseAt, site.timeZone)
  return composeLetter(site, {
    kind: 'deletion',
    facts: {},
    subject: 'Личный кабинет удалён',
    heading: 'Личный кабинет удалён',
    intro: `Ваш личный кабинет на сайте ${quoted(site.company().name)} удалён, как вы просили. Войти в него больше нельзя, автоплатежи остановлены, карты отвязаны.`,
    body: [
      `До ${until} удаление можно отменить: кабинет снова откроется с прежними почтой и паролем. Автоплатежи и карты нужно будет подключить заново.`,
      { button: { label: 'Отменить удаление', path: portalPaths.deletionUndo(undo.id, undo.code) } },
      'Ссылка срабатывает один раз. Никому её не пересылайте.',
      'Потом мы навсегда сотрём ваше имя, почту, телефон и всё остальное, что храним о вас. Останутся только сведения о платежах, без имени и почты: их обязывает хранить закон, а согласия на автоплатежи и предупреждения о списаниях, тоже без имени, хранятся три года на случай спора. Долг по лицевому счёту не исчезнет, платить можно и без кабинета.',
      `Если спросите нас о стёртых данных, назовите номер удаления: ${deletionId}. Кроме этого письма, он нигде не связан с вами.`,
      'Если удаляли не вы, отмените удаление и сразу задайте новый пароль: прежний знает кто-то ещё.',
      { link: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
    ],
  })
}
