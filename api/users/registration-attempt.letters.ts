import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { portalPaths } from 'contract/portal-paths'
import { quoted } from 'format/quoted'

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
