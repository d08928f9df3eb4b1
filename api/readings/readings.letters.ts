import { maskAccount } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { SecretLink } from 'api/mail/secret-link'
import { portalPaths } from 'contract/portal-paths'
import { daysBetween, formatDay, formatMoment } from 'format/dates'
import { formatDecimal, formatVolume } from 'format/decimal'
import { count, plural } from 'format/plural'

export interface ReceiptInLetter {
  number: string
  account: string
  /** A moment. */
  acceptedAt: string
  readings: readonly {
    /** 'Холодная вода, кухня' */
    name: string
    unit: string
    value: string
    previous: string | null
    volume: string
  }[]
}

/** To a customer who has sent readings: what was accepted. */
export function readingsReceiptLetter(
  site: LetterSite & { timeZone: string },
  { number, account, acceptedAt, readings }: ReceiptInLetter,
): Letter {
  const at = formatMoment(acceptedAt, site.timeZone)
  return composeLetter(site, {
    kind: 'readings-accepted',
    facts: { account: maskAccount(account), number, accepted_at: at },
    subject: `Показания приняты, номер ${number}`,
    heading: 'Показания приняты',
    intro: `Номер ${number}. Приняты ${at} по лицевому счёту ${maskAccount(account)}.`,
    body: [
      ...readings.map(({ name, unit, value, previous, volume }) => {
        if (previous === null) return `${name}: ${formatDecimal(value)}\u00a0${unit}, первое показание.`
        return `${name}: было ${formatDecimal(previous)}, стало ${formatDecimal(value)}, расход ${formatVolume(volume)}\u00a0${unit}.`
      }),
      'Если ошиблись, передайте показания ещё раз, пока открыт приём: посчитаем по последним.',
      { link: { label: 'Показания счётчиков', path: portalPaths.readings(account) } },
    ],
  })
}

const DAYS = ['день', 'дня', 'дней'] as const

export interface ReminderInLetter {
  /** Days. */
  today: string
  lastDay: string
  /** Those without a reading, account by account. */
  meters: readonly { account: string; service: string; place: string | null }[]
  /** The link by which reminders are turned off. */
  stop: SecretLink
}

/** To a customer who has asked for it: readings are still missing, and the window ends soon. */
export function readingsReminderLetter(
  site: LetterSite,
  { today, lastDay, meters, stop }: ReminderInLetter,
): Letter {
  const until = formatDay(lastDay)
  const left = daysBetween(today, lastDay)
  const days =
    left === 0
      ? 'Сегодня последний день приёма.'
      : `${plural(left, ['Остался', 'Осталось', 'Осталось'])} ${count(left, DAYS)}.`
  const accounts = [...new Set(meters.map(({ account }) => account))]
  return composeLetter(site, {
    kind: 'readings-reminder',
    facts: { last_day: until },
    subject: `Передайте показания счётчиков до ${until}`,
    heading: `Передайте показания до ${until}`,
    intro: `Показания принимаем по ${until} включительно. ${days} Если показаний не будет, посчитаем по среднему или по нормативу.`,
    body: [
      ...accounts.flatMap((account) => {
        const own = meters.filter((meter) => meter.account === account)
        const names = own.map(({ service, place }) => [service, place].filter(Boolean).join(', '))
        return [
          `Лицевой счёт ${maskAccount(account)}. Ещё нет показаний: ${names.join('; ')}.`,
          { button: { label: 'Передать показания', path: portalPaths.readings(account) } },
        ]
      }),
      'Это напоминание вы включили сами. Больше не нужно? Отключите:',
      { link: { label: 'Отключить напоминания', path: portalPaths.stopReadingReminder(stop.id, stop.code) } },
    ],
  })
}
