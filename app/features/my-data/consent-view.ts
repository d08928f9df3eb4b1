import type { Consent } from 'contract/my-data'
import { dayIn, formatDayWithYear, formatMoment } from 'format/dates'

/** A consent as the list shows it. */
export interface ConsentView {
  kind: string
  isInForce: boolean
  /** When it was given and from where, when it was withdrawn, which text it was: a line each. */
  details: readonly string[]
}

const kinds: Readonly<Record<Consent['kind'], string>> = {
  personal_data: 'Обработка персональных данных',
  autopayment: 'Автоплатёж',
}

export const viewOfConsent = (
  { kind, version, givenAt, withdrawnAt, address }: Consent,
  timeZone: string,
): ConsentView => {
  const from = address?.trim() ? `, с адреса ${address.trim()}` : ''
  return {
    kind: kinds[kind],
    isInForce: !withdrawnAt,
    details: [
      `Дано ${formatMoment(givenAt, timeZone)}${from}`,
      ...(withdrawnAt ? [`Отозвано ${formatMoment(withdrawnAt, timeZone)}`] : []),
      ...(version.trim() ? [`Редакция ${versionInWords(version.trim(), timeZone)}`] : []),
    ],
  }
}

/** A version is mostly the day or the moment of the text's last change; any other one is shown as it is. */
const versionInWords = (version: string, timeZone: string): string => {
  const day = dayIn(version, timeZone)
  return day ? `от ${formatDayWithYear(day)}` : version
}
