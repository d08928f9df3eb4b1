import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { validity } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { quoted } from 'format/shown-text'

/** To a customer who has forgotten the password. */
export function passwordResetLetter(site: LetterSite, link: MailedLink): Letter {
  return composeLetter(site, {
    kind: 'password-reset',
    facts: {},
    subject: 'Новый пароль для личного кабинета',
    heading: 'Задайте новый пароль',
    intro: `Для вашего личного кабинета на сайте ${quoted(site.company().name)} попросили сменить пароль. Откройте ссылку и придумайте новый.`,
    body: [
      { button: { label: 'Задать новый пароль', path: portalPaths.changePassword(link.id, link.code) } },
      `${validity(link)} Никому её не пересылайте.`,
      { link: { label: 'Ссылка устарела? Запросите новую', path: portalPaths.forgotPassword } },
      'Если вы об этом не просили, просто удалите это письмо: пароль останется прежним.',
    ],
  })
}

/** To a customer whose password was changed, in the profile or by a mailed link. */
export function passwordChangedLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    kind: 'password-changed',
    facts: {},
    subject: 'Пароль изменён',
    heading: 'Пароль изменён',
    intro: `Пароль от вашего личного кабинета на сайте ${quoted(site.company().name)} изменён. На других устройствах нужно будет войти заново, а ссылку на календарь, если она у вас была, — создать заново.`,
    body: [
      'Если пароль сменили вы, больше ничего делать не нужно.',
      'Если это были не вы, как можно скорее задайте новый: он закроет кабинет для всех остальных.',
      { button: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
    ],
  })
}
