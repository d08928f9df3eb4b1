import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { callUs } from 'api/mail/letter'
import { portalPaths } from 'contract/portal-paths'
import { quoted } from 'format/shown-text'

/** To a customer whose logins ask for a code from now on. */
export function secondStepOnLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    kind: 'second-step-on',
    facts: {},
    subject: 'Второй шаг при входе включён',
    heading: 'Второй шаг при входе включён',
    intro: `Теперь при входе в ваш личный кабинет на сайте ${quoted(site.company().name)} кроме пароля нужен код из приложения на телефоне или один из запасных кодов.`,
    body: [
      'Держите запасные коды отдельно от телефона: без телефона и без них войти не получится.',
      'Прежние ссылки для нового пароля и для смены почты больше не действуют. Ссылку на календарь, если она у вас была, создайте заново.',
      `Если второй шаг включили не вы, сразу ${callUs}`,
    ],
  })
}

/** To a customer whose logins ask only for the password from now on. */
export function secondStepOffLetter(site: LetterSite): Letter {
  return composeLetter(site, {
    kind: 'second-step-off',
    facts: {},
    subject: 'Второй шаг при входе выключен',
    heading: 'Второй шаг при входе выключен',
    intro: `Теперь для входа в ваш личный кабинет на сайте ${quoted(site.company().name)} достаточно пароля. Прежние запасные коды больше не подойдут.`,
    body: [
      'Если второй шаг выключили вы, больше ничего делать не нужно.',
      'Если это были не вы, как можно скорее задайте новый пароль: он закроет кабинет для всех остальных.',
      { button: { label: 'Задать новый пароль', path: portalPaths.forgotPassword } },
    ],
  })
}
