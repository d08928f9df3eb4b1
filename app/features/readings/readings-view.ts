import type {
  AcceptedReading,
  Meter,
  ReadingSource,
  ReadingsReceipt,
  ReadingToConfirm,
  ReadingWindow,
  Zone,
} from 'contract/readings'
import { dayOf, daysBetween, formatDay, formatDayOrMoment, formatDays, formatDayWithYear } from 'format/dates'
import { formatAboutVolume, formatDecimal, formatVolume, toUnits } from 'format/decimal'
import { formatRubles } from 'format/money'
import { count, plural } from 'format/plural'
import { withNoBreaks } from 'format/shown-text'

export const RECEIPT_TITLE = 'Показания приняты'
export const READINGS_FORM = 'readings'

/** The company's calendar day and its time zone, when a page is drawn. */
export interface PageTime {
  today: string
  timeZone: string
}

export interface ZoneView {
  zone: Zone
  /** The name of its control. */
  field: string
  label: string
  /** The last value with its day and source, and the usual volume. */
  hint: string
}

export interface MeterView {
  id: string
  /** 'Холодная вода' */
  title: string
  /** 'Счётчик № 1234567, кухня' */
  which: string
  unit: string
  zones: ZoneView[]
  /** What was sent in this window: 'Передано 27 ноября: 1 234,5 м³', a sentence for each day. */
  sent: string[]
  verification: { text: string; isOver: boolean } | null
}

export interface WindowView {
  isOpen: boolean
  text: string
}

/** What the customer is asked to confirm about one meter. */
export interface ConfirmView {
  meter: string
  questions: { field: string; words: string }[]
  box: { label: string; hint: string }
}

export interface ReceiptView {
  number: string
  when: string
  /** `sum`: by the tariff, if that is known. */
  rows: { name: string; previous: string; value: string; volume: string; sum: string }[]
  /** A volume is below zero: an earlier estimate was too high. */
  takesBack: boolean
}

const DAYS = ['день', 'дня', 'дней'] as const
const TIMES = ['раз', 'раза', 'раз'] as const

export const sourceWords: Readonly<Record<ReadingSource, string>> = {
  customer: 'вы передали',
  operator: 'данные поставщика',
  estimated: 'расчётное',
  device: 'передал счётчик',
}

/** Only `open` says whether readings are taken. The days are for the text. */
export const viewOfWindow = ({ from, to, open }: ReadingWindow, { today }: PageTime): WindowView => {
  const days = withNoBreaks(formatDays(from, to))
  if (open) {
    const daysLeft = daysBetween(today, to)
    if (daysLeft === 0) return { isOpen: true, text: `Показания принимаем ${days}. Сегодня последний день.` }
    if (daysLeft < 0) return { isOpen: true, text: `Показания принимаем ${days}.` }
    const verb = plural(daysLeft, ['Остался', 'Осталось', 'Осталось'])
    return { isOpen: true, text: `Показания принимаем ${days}. ${verb} ${count(daysLeft, DAYS)}.` }
  }
  const text =
    today < from
      ? `Сейчас показания не принимаем. Приём откроется ${formatDay(from)}: ${days}.`
      : today > to
        ? `Приём показаний закончился ${formatDay(to)}. Дни следующего появятся здесь.`
        : 'Сейчас показания не принимаем. Загляните позже.'
  return { isOpen: false, text }
}

export const viewOfMeter = (meter: Meter, window: ReadingWindow, pageTime: PageTime): MeterView => ({
  id: meter.id,
  title: withNoBreaks(meter.service),
  which: whichMeter(meter),
  unit: meter.unit,
  zones: meter.zones.map(({ zone, title, last }) => ({
    zone,
    field: fieldOf(meter.id, zone),
    label: `${meter.zones.length > 1 ? title : 'Новое показание'}, ${meter.unit}`,
    hint: [
      last
        ? `Прошлое: ${formatDecimal(last.value)}\u00a0${meter.unit}, ${formatDayWithYear(dayOf(last.at, pageTime.timeZone))}, ${sourceWords[last.source]}.`
        : 'Прошлого показания ещё нет.',
      ...usualInWords(meter, zone),
    ].join(' '),
  })),
  sent: sentInWords(meter, window, pageTime),
  verification: verificationOf(meter, pageTime),
})

/** What the customer has sent in this window, a sentence for each day. */
const sentInWords = (
  { zones, unit }: Meter,
  { from, to }: ReadingWindow,
  { timeZone }: PageTime,
): string[] => {
  const valuesByDay = new Map<string, string[]>()
  for (const { title, last } of zones) {
    if (last?.source !== 'customer') continue
    const day = dayOf(last.at, timeZone)
    if (day < from || day > to) continue
    const value = withUnit(formatDecimal(last.value), unit)
    const words = zones.length > 1 ? `${title}\u00a0— ${value}` : value
    valuesByDay.set(day, [...(valuesByDay.get(day) ?? []), words])
  }
  return [...valuesByDay].map(([day, values]) => `Передано ${formatDay(day)}: ${values.join(', ')}`)
}

/** 'Счётчик № 1234567, кухня' */
const whichMeter = (meter: Meter) =>
  [`Счётчик ${serialOf(meter)}`.trim(), meter.place?.trim()].filter(Boolean).join(', ')

/** Empty for a meter without a serial number. */
const serialOf = ({ serial }: Meter) => serial.trim() && `№\u00a0${serial.trim()}`

const usualInWords = ({ usual, unit }: Meter, zone: Zone): string[] => {
  const volume = usual?.[zone]
  return volume ? [`Обычно ${formatAboutVolume(volume)}\u00a0${unit} в\u00a0месяц.`] : []
}

const verificationOf = ({ verifiedUntil }: Meter, { today }: PageTime): MeterView['verification'] => {
  if (!verifiedUntil) return null
  const until = formatDayWithYear(verifiedUntil)
  return verifiedUntil < today
    ? {
        isOver: true,
        text: `Поверка закончилась ${until} До новой поверки показания по закону не учитываются: плату считают по среднему, а с четвёртого месяца — по нормативу. Закажите поверку и сообщите нам её дату. Передавать показания можно и сейчас.`,
      }
    : { isOver: false, text: `Поверен до ${until}` }
}

/**
 * The names of the meters in a list or a receipt: with the zone if the meter has several, with the serial number if two
 * meters have the same title.
 */
export const meterNames = (meters: readonly Meter[]) => {
  const title = ({ service, place }: Meter) =>
    withNoBreaks([service, place?.trim()].filter(Boolean).join(', '))
  const isAlike = (meter: Meter) => meters.some((other) => other !== meter && title(other) === title(meter))
  const nameOf = (meter: Meter) =>
    [title(meter), isAlike(meter) && serialOf(meter)].filter(Boolean).join(', ')
  const find = (id: string) => meters.find((meter) => meter.id === id)
  return {
    /** A removed meter is not in the list. */
    meter: (id: string) => {
      const meter = find(id)
      return meter ? nameOf(meter) : 'Прежний счётчик'
    },
    reading(id: string, zone: Zone) {
      const meter = find(id)
      if (!meter) return 'Прежний счётчик'
      const own = meter.zones.length > 1 && meter.zones.find((other) => other.zone === zone)
      return own ? `${nameOf(meter)}: ${own.title}` : nameOf(meter)
    },
    unit: (id: string) => find(id)?.unit ?? '',
  }
}

/** A volume or a value with its unit. */
export const withUnit = (text: string, unit: string) => (unit ? `${text}\u00a0${unit}` : text)

/** The questions about each meter, in the order of the answer. */
export const viewOfConfirm = (
  readings: readonly ReadingToConfirm[],
  meters: readonly Meter[],
): ConfirmView[] => {
  const ids = [...new Set(readings.map(({ meter }) => meter))]
  return ids.map((id) => {
    const own = readings.filter(({ meter }) => meter === id)
    const meter = meters.find((one) => one.id === id)
    return {
      meter: id,
      questions: own.map((reading) => ({
        field: fieldOf(id, reading.zone),
        words: questionOf(reading, meter),
      })),
      box: boxOf(own),
    }
  })
}

const questionOf = (
  { zone, reason, volume, usual, corrects }: ReadingToConfirm,
  meter: Meter | undefined,
): string => {
  const unit = meter?.unit ?? ''
  const ownTitle = meter && meter.zones.length > 1 && meter.zones.find((other) => other.zone === zone)?.title
  const prefix = ownTitle ? `${ownTitle}. ` : ''
  const volumeText = `расход ${withUnit(formatVolume(volume), unit)}`
  const usualText = usual ? `, обычно ${withUnit(formatAboutVolume(usual), unit)} в\u00a0месяц` : ''
  const sum = sumInWords(volume, meter, zone)
  if (reason === 'unusual') return `${prefix}${comparison(volume, usual)}: ${volumeText}${usualText}.${sum}`
  // Without the volume and its sum, which would be enormous: nearly always the value is a typing error.
  if (!corrects)
    return `${prefix}Показание меньше прошлого: вероятно, опечатка. Сверьте его со\u00a0счётчиком.`
  return `${prefix}Показание меньше прошлого. С\u00a0ним ${volumeText}${usualText}.${sum}`
}

const boxOf = (readings: readonly ReadingToConfirm[]): ConfirmView['box'] => {
  const rollovers = readings.filter(({ reason }) => reason === 'rollover')
  if (rollovers.length === 0)
    return {
      label: 'Да, показание верное',
      hint: 'Если ошиблись, исправьте показание и\u00a0не\u00a0ставьте отметку',
    }
  if (rollovers.every(({ corrects }) => corrects))
    return {
      label: 'Исправляю прошлое показание',
      hint: 'Если ошиблись, впишите верное и\u00a0не\u00a0ставьте отметку',
    }
  return {
    label: 'Показание верное: счётчик прошёл через ноль',
    hint: 'Это бывает раз во\u00a0много лет: после всех девяток счётчик начинает с\u00a0нуля. В\u00a0остальных случаях исправьте показание и\u00a0не\u00a0ставьте отметку',
  }
}

/** ' Это примерно 671,09 ₽ по тарифу 54,12 ₽ за м³.'; empty if the tariff is unknown. */
const sumInWords = (volume: string, meter: Meter | undefined, zone: Zone): string => {
  const sum = sumOf(volume, meter, zone)
  return sum ? ` Это примерно ${sum.rubles} по\u00a0тарифу ${sum.tariff}.` : ''
}

/** The cost of a volume by the tariff of its zone, kopecks; null if the tariff is unknown, or nothing was used. */
const sumOf = (volume: string, meter: Meter | undefined, zone: Zone) => {
  const tariff = meter?.zones.find((own) => own.zone === zone)?.tariff
  const sum = tariff == null ? 0 : Math.round(Number(volume) * tariff)
  if (!meter || tariff == null || sum <= 0) return null
  return { rubles: formatRubles(sum), tariff: `${formatRubles(Math.round(tariff))} за\u00a0${meter.unit}` }
}

/** Compares the volume with the usual one, in whole multiples. */
const comparison = (volume: string, usual: string | null | undefined): string => {
  if (!usual) return 'Расход необычный'
  const [used, expected] = [toTenMillionths(volume), toTenMillionths(usual)]
  if (used === null || expected === null || expected <= 0n || used < 0n) return 'Расход необычный'
  if (used >= expected * 2n) return `Это в\u00a0${count(roundedRatio(used, expected), TIMES)} больше обычного`
  if (used > expected) return 'Это больше обычного'
  if (used === 0n) return 'Расхода нет, а обычно он есть'
  if (expected >= used * 2n) return `Это в\u00a0${count(roundedRatio(expected, used), TIMES)} меньше обычного`
  return used < expected ? 'Это меньше обычного' : 'Расход необычный'
}

const roundedRatio = (more: bigint, less: bigint) => Number((more * 2n + less) / (less * 2n))

/** Null for more decimals than any meter has. */
const toTenMillionths = (text: string) => {
  try {
    return toUnits(text, 7)
  } catch {
    return null
  }
}

export const viewOfReceipt = (
  { number, acceptedAt, readings }: ReadingsReceipt,
  meters: readonly Meter[],
  timeZone: string,
): ReceiptView => {
  const names = meterNames(meters)
  const find = (id: string) => meters.find((meter) => meter.id === id)
  const row = ({ meter, zone, value, previous, volume }: AcceptedReading) => {
    const isFirst = previous === null
    return {
      name: meters.length > 0 ? names.reading(meter, zone) : `Счётчик ${meter}, ${zone.toUpperCase()}`,
      previous: isFirst ? '—' : formatDecimal(previous),
      value: formatDecimal(value),
      volume: isFirst ? '—' : withUnit(formatVolume(volume), names.unit(meter)),
      sum: (!isFirst && sumOf(volume, find(meter), zone)?.rubles) || '',
    }
  }
  const takesBack = readings.some(({ volume }) => volume.startsWith('-'))
  return { number, takesBack, when: formatDayOrMoment(acceptedAt, timeZone), rows: readings.map(row) }
}

/** The name of the control of one zone of a meter. */
export const fieldOf = (meter: string, zone: Zone) => `reading-${meter}-${zone}`
