import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { MailedLink } from 'api/mail/mailed-link'
import { validity } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { quoted } from 'format/shown-text'

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
