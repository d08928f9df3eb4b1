import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { durationInWords } from 'api/mail/mailed-link.words'
import { portalPaths } from 'contract/portal-paths'
import { quoted } from 'format/quoted'

/** To a new customer, to prove that the address is theirs. Names nobody, since the address may be somebody else's. */
export function verificationLetter(site: LetterSite, { id, code, validForMs }: MailedLink): Letter {
  return composeLetter(site, {
    kind: 'verification',
    facts: {},
    subject: 'Подтвердите адрес электронной почты',
    heading: 'Подтвердите адрес почты',
    intro: `Этот адрес указали при регистрации на сайте ${quoted(site.company().name)}. Подтвердите его, и можно будет войти в личный кабинет.`,
    body: [
      { button: { label: 'Подтвердить адрес', path: portalPaths.verifyEmail(id, code) } },
      `Ссылка действует ${durationInWords(validForMs)}. Если не успеете, войдите со своим паролем: мы предложим прислать новое письмо.`,
      'Если вы не регистрировались, просто удалите это письмо: без подтверждения в кабинет никто не войдёт.',
    ],
  })
}
