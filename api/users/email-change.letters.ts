import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { durationInWords, type MailedLink, validity } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'

/** To the new address: prove that it is yours. It names nobody, since the address may be anybody's. */
export function emailChangeLetter(site: LetterSite, link: MailedLink): Letter {
  return composeLetter(site, {
    subject: 'Подтвердите новый адрес электронной почты',
    heading: 'Подтвердите новый адрес',
    body: [
      `Этот адрес указали как новый для личного кабинета на сайте «${site.siteTitle}». Подтвердите его. После этого входить в кабинет нужно будет с новым адресом.`,
      { button: { label: 'Подтвердить новый адрес', path: portalPaths.changeEmail(link.id, link.code) } },
      `${validity(link)} Если сейчас вы не в кабинете, сначала мы попросим войти — пока ещё с прежним адресом.`,
      'Если вы об этом не просили, просто удалите это письмо: без подтверждения ничего не изменится.',
    ],
  })
}

/** To the old address, at the same time: somebody asks to replace it, and here is how to stop that. */
export function emailChangeNoticeLetter(
  site: LetterSite,
  { newEmail, undo }: { newEmail: string; undo: MailedLink },
): Letter {
  return composeLetter(site, {
    subject: 'Запрошена смена адреса электронной почты',
    heading: 'Запрошена смена адреса',
    body: [
      `В вашем личном кабинете на сайте «${site.siteTitle}» попросили заменить этот адрес на ${newEmail}. Он сменится, когда новый адрес подтвердят.`,
      'Если об этом просили вы, ничего делать не нужно. Если не вы, отмените смену.',
      { button: { label: 'Отменить смену адреса', path: portalPaths.changeEmailUndo(undo.id, undo.code) } },
      `Ссылка действует ${durationInWords(undo.validForMs)}, даже если новый адрес за это время подтвердят.`,
      'После отмены задайте новый пароль: прежний, возможно, знает кто-то ещё.',
      { link: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
    ],
  })
}

/** To an address that a customer asks to change to, while another customer has it already. */
export function emailTakenLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    subject: 'Ваш адрес хотели указать в другом кабинете',
    heading: 'С этим адресом уже есть кабинет',
    body: [
      `На сайте «${site.siteTitle}» попросили перевести другой личный кабинет на этот адрес. С ним уже есть кабинет, поэтому ничего не изменилось.`,
      'Если это были вы, войдите в кабинет с этим адресом или выберите для другого кабинета свободный.',
      { button: { label: 'Войти в кабинет', path: portalPaths.login } },
      { link: { label: 'Не помните пароль? Задайте новый', path: portalPaths.forgotPassword } },
      'Если это были не вы, ничего делать не нужно: ваш кабинет от этого не пострадал.',
    ],
  })
}

/** Once the change has been confirmed: to the new address, and, with its way back, to the old one. */
export function emailChangedLetter(
  site: LetterSite,
  { newEmail, undo }: { newEmail: string; undo?: MailedLink },
): Letter {
  return composeLetter(site, {
    subject: 'Адрес электронной почты изменён',
    heading: 'Адрес изменён',
    body: [
      `Теперь в личный кабинет на сайте «${site.siteTitle}» нужно входить с адресом ${newEmail}. Пароль прежний.`,
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
