import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { durationInWords, validity } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { readableEmail } from 'format/readable-email'
import { quoted } from 'format/shown-text'

/** To the new address, to prove that it is the customer's. Names nobody, since the address may be somebody else's. */
export function emailChangeLetter(site: LetterSite, link: MailedLink): Letter {
  return composeLetter(site, {
    kind: 'email-change',
    facts: {},
    subject: 'Подтвердите новый адрес электронной почты',
    heading: 'Подтвердите новый адрес',
    intro: `Этот адрес указали как новый для личного кабинета на сайте ${quoted(site.company().name)}. Подтвердите его. После этого входить в кабинет нужно будет с новым адресом.`,
    body: [
      { button: { label: 'Подтвердить новый адрес', path: portalPaths.changeEmail(link.id, link.code) } },
      `${validity(link)} Если сейчас вы не в кабинете, сначала мы попросим войти — пока ещё с прежним адресом.`,
      'Если вы об этом не просили, просто удалите это письмо: без подтверждения ничего не изменится.',
    ],
  })
}

/** To the old address at the same time, with a link to cancel the change. */
export function emailChangeNoticeLetter(
  site: LetterSite,
  { newEmail, undo }: { newEmail: string; undo: MailedLink },
): Letter {
  return composeLetter(site, {
    kind: 'email-change-notice',
    facts: { new_email: readableEmail(newEmail) },
    subject: 'Запрошена смена адреса электронной почты',
    heading: 'Запрошена смена адреса',
    intro: `В вашем личном кабинете на сайте ${quoted(site.company().name)} попросили заменить этот адрес на ${readableEmail(newEmail)}. Он сменится, когда новый адрес подтвердят.`,
    body: [
      'Если об этом просили вы, ничего делать не нужно. Если не вы, отмените смену.',
      { button: { label: 'Отменить смену адреса', path: portalPaths.changeEmailUndo(undo.id, undo.code) } },
      `Ссылка действует ${durationInWords(undo.validForMs)}, даже если новый адрес за это время подтвердят.`,
      'После отмены задайте новый пароль: прежний, возможно, знает кто-то ещё.',
      { link: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
    ],
  })
}

/** To the owner of the address that another customer asked to change to. */
export function emailTakenLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    kind: 'email-taken',
    facts: {},
    subject: 'Ваш адрес хотели указать в другом кабинете',
    heading: 'С этим адресом уже есть кабинет',
    intro: `На сайте ${quoted(site.company().name)} попросили перевести другой личный кабинет на этот адрес. С ним уже есть кабинет, поэтому ничего не изменилось.`,
    body: [
      'Если это были вы, войдите в кабинет с этим адресом или выберите для другого кабинета свободный.',
      { button: { label: 'Войти в кабинет', path: portalPaths.login } },
      { link: { label: 'Не помните пароль? Задайте новый', path: portalPaths.forgotPassword } },
      'Если это были не вы, ничего делать не нужно: ваш кабинет от этого не пострадал.',
    ],
  })
}

/** After the change: to the new address, and to the old one with a link to undo it. */
export function emailChangedLetter(
  site: LetterSite,
  { newEmail, undo }: { newEmail: string; undo?: MailedLink },
): Letter {
  return composeLetter(site, {
    kind: 'email-changed',
    facts: { new_email: readableEmail(newEmail) },
    subject: 'Адрес электронной почты изменён',
    heading: 'Адрес изменён',
    intro: `Теперь в личный кабинет на сайте ${quoted(site.company().name)} нужно входить с адресом ${readableEmail(newEmail)}. Пароль прежний.`,
    body: [
      ...(undo
        ? [
            'Если адрес сменили не вы, верните прежний.',
            {
              button: {
                label: 'Вернуть прежний адрес',
                path: portalPaths.changeEmailUndo(undo.id, undo.code),
              },
            },
            validity(undo),
          ]
        : [
            'Если адрес сменили не вы, откройте письмо «Запрошена смена адреса», оно пришло на прежний адрес.',
          ]),
    ],
  })
}
