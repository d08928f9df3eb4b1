import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { durationInWords, type MailedLink } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { quoted } from 'format/shown-text'

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

/** To the owner of an address that somebody has tried to register again. */
export function registrationAttemptLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    kind: 'registration-attempt',
    facts: {},
    subject: 'Ваш адрес уже зарегистрирован',
    heading: 'У вас уже есть личный кабинет',
    intro: `Этот адрес указали при регистрации на сайте ${quoted(site.company().name)}, но кабинет с ним уже есть. Второй мы не создали, и в вашем ничего не изменилось.`,
    body: [
      'Если это были вы, войдите как обычно.',
      { button: { label: 'Войти в кабинет', path: portalPaths.login } },
      { link: { label: 'Не помните пароль? Задайте новый', path: portalPaths.forgotPassword } },
      'Если это были не вы, ничего делать не нужно. Тому, кто указал ваш адрес, мы не сказали, что он занят.',
    ],
  })
}
