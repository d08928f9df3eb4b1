import { maskAccount } from 'api/accounts'
import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import { portalPaths } from 'contract/portal-paths'
import { formatMoment } from 'format/dates'
import { formatDecimal, formatVolume } from 'format/decimal'

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
        const was = previous === null ? '' : `было ${formatDecimal(previous)}, `
        return `${name}: ${was}стало ${formatDecimal(value)}, расход ${formatVolume(volume)}\u00a0${unit}.`
      }),
      'Если ошиблись, передайте показания ещё раз, пока открыт приём: посчитаем по последним.',
      { link: { label: 'Показания счётчиков', path: portalPaths.readings(account) } },
    ],
  })
}
