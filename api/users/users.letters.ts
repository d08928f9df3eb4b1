import { composeLetter } from 'api/mail/compose-letter'
import { callUs, type Letter, type LetterSite } from 'api/mail/letter'
import { durationInWords, type MailedLink, validity } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { readableEmail } from 'format/readable-email'
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

/** To a customer whose login came from a device that was not seen before. `signedInAt`: ISO 8601, UTC. */
export function newDeviceLetter(
  site: LetterSite & { timeZone: string },
  { device, signedInAt, link }: { device: string | null; signedInAt: string; link: MailedLink },
): Letter {
  return composeLetter(site, {
    kind: 'new-device',
    facts: {},
    subject: 'Вход в личный кабинет с нового устройства',
    heading: 'Вход с нового устройства',
    intro: `В ваш личный кабинет на сайте ${quoted(site.company().name)} вошли с устройства, с которого раньше не входили.`,
    body: [
      `Когда: ${formatMoment(signedInAt, site.timeZone)}. Устройство: ${device ?? 'неизвестное'}.`,
      'Если это были вы, ничего делать не нужно.',
      'Если не вы, завершите все сеансы. Тогда из кабинета выйдут на всех устройствах, всё, что в нём успели запросить, отменится, а мы пришлём ссылку для нового пароля: прежний знает кто-то ещё.',
      { button: { label: 'Это не я', path: portalPaths.notMe(link.id, link.code) } },
      validity(link),
    ],
  })
}
