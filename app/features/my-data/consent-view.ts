import type { Consent } from 'contract/my-data'
import { formatDayWithYear, formatMoment } from 'format/dates'

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
  if (isDay(version)) return `от ${formatDayWithYear(version)}`
  if (MOMENT.test(version) && !Number.isNaN(Date.parse(version)))
    return `от ${formatMoment(version, timeZone).replace(/, [\d:]+$/, '')}`
  return version
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/

const isDay = (text: string) => {
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}
