import { type AccountInLetter, accountInLetter } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { SecretLink } from 'api/mail/mailed-link'
import { portalPaths } from 'contract/portal-paths'
import { daysBetween, formatDay, formatMoment } from 'format/dates'
import { formatDecimal, formatVolume } from 'format/decimal'
import { count, plural } from 'format/plural'

interface ReceiptInLetter extends AccountInLetter {
  number: string
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
  { number, acceptedAt, readings, ...about }: ReceiptInLetter,
): Letter {
  const at = formatMoment(acceptedAt, site.timeZone)
  return composeLetter(site, {
    kind: 'readings-accepted',
    facts: { account: accountInLetter(about), number, accepted_at: at },
    subject: `Показания приняты, номер ${number}`,
    heading: 'Показания приняты',
    intro: `Номер ${number}. Приняты ${at} по лицевому счёту ${accountInLetter(about)}.`,
    body: [
      ...readings.map(({ name, unit, value, previous, volume }) => {
        if (previous === null) return `${name}: ${formatDecimal(value)}\u00a0${unit}, первое показание.`
        return `${name}: было ${formatDecimal(previous)}, стало ${formatDecimal(value)}, расход ${formatVolume(volume)}\u00a0${unit}.`
      }),
      'Если ошиблись, передайте показания ещё раз, пока открыт приём: посчитаем по последним.',
      { link: { label: 'Показания счётчиков', path: portalPaths.readings(about.account) } },
    ],
  })
}

const DAYS = ['день', 'дня', 'дней'] as const

export interface UnreadMeter extends AccountInLetter {
  service: string
  place: string | null
}

interface ReminderInLetter {
  /** Days. */
  today: string
  lastDay: string
  /** The meters without a reading, account by account. */
  meters: readonly UnreadMeter[]
  /** The link by which reminders are turned off. */
  stop: SecretLink
}

/** To a customer who has turned reminders on: readings are missing, and the window ends soon. */
export function readingsReminderLetter(
  site: LetterSite,
  { today, lastDay, meters, stop }: ReminderInLetter,
): Letter {
  const until = formatDay(lastDay)
  const daysLeft = daysBetween(today, lastDay)
  const days =
    daysLeft === 0
      ? 'Сегодня последний день приёма.'
      : `${plural(daysLeft, ['Остался', 'Осталось', 'Осталось'])} ${count(daysLeft, DAYS)}.`
  const accounts = new Map(meters.map((meter) => [meter.account, meter]))
  return composeLetter(site, {
    kind: 'readings-reminder',
    facts: { last_day: until },
    subject: `Передайте показания счётчиков до ${until}`,
    heading: `Передайте показания до ${until}`,
    intro: `Показания принимаем по ${until} включительно. ${days} Если показаний не будет, посчитаем по среднему или по нормативу.`,
    body: [
      ...[...accounts].flatMap(([account, about]) => {
        const accountMeters = meters.filter((meter) => meter.account === account)
        const names = accountMeters.map(({ service, place }) => [service, place].filter(Boolean).join(', '))
        return [
          `Лицевой счёт ${accountInLetter(about)}. Ещё нет показаний: ${names.join('; ')}.`,
          { button: { label: 'Передать показания', path: portalPaths.readings(account) } },
        ]
      }),
      'Это напоминание вы включили сами. Больше не нужно? Отключите:',
      { link: { label: 'Отключить напоминания', path: portalPaths.stopReadingReminder(stop.id, stop.code) } },
    ],
  })
}
