import { addDays, addMonths, today, wallClock } from 'format/dates'
import { DAY, HOUR } from 'format/durations'
import { localHour } from 'format/local-hour'

/** Money is taken in the middle of a working morning: a bank can be called, and a payment made by hand the same day. */
const chargeHour = 10
/** A charge that has to wait for a part of the day is not made in the evening or at night. */
const lastChargeHour = 18

/** A warning is handed to the mail server at least a day before its charge. */
export const warnedBeforeMs = DAY
/** The warning is made an hour sooner than it has to be, so that the charge need not wait for a slow job. */
const warningLeadMs = warnedBeforeMs + HOUR

/** When charges are made on a day: at ten by the clocks of the zone, also when those are changed that day. */
export const chargeOn = (day: string, timeZone: string): Date => localHour(day, chargeHour, timeZone)

/** When a monthly autopayment charges in a period ('2026-10'); `day` is 1–28. */
export const monthlyChargeAt = (day: number, period: string, timeZone: string): Date =>
  chargeOn(`${period}-${String(day).padStart(2, '0')}`, timeZone)

/** When what is charged at a moment has to be planned, so that there is a day to tell of it. */
export const planAt = (chargeAt: Date): Date => new Date(chargeAt.getTime() - warningLeadMs)

/** The period whose run is planned at the moment. */
export const periodPlannedAt = (plannedAt: Date, timeZone: string): string =>
  today(timeZone, new Date(plannedAt.getTime() + warningLeadMs)).slice(0, 7)

/** The next period that can be planned in time, past the one that is settled already (null: there is none). */
export const nextMonthlyPeriod = (
  day: number,
  { now, after, timeZone }: { now: Date; after: string | null; timeZone: string },
): string => {
  let period = after === null ? today(timeZone, now).slice(0, 7) : addMonths(after, 1)
  while (planAt(monthlyChargeAt(day, period, timeZone)) < now) period = addMonths(period, 1)
  return period
}

/** The first time to charge that leaves a day for a warning that is made now. */
export const soonestCharge = (now: Date, timeZone: string): Date =>
  nextTen(new Date(now.getTime() + warnedBeforeMs), timeZone)

/** When a charge that was meant for `chargeAt` may be made, a day after the hand-over of its warning at the soonest. */
export const chargeAfterWarning = (
  { chargeAt, sentAt }: { chargeAt: Date; sentAt: Date },
  timeZone: string,
): Date => {
  const soonest = new Date(sentAt.getTime() + warnedBeforeMs)
  if (soonest <= chargeAt) return chargeAt
  const { hour } = wallClock(soonest, timeZone)
  return hour >= chargeHour && hour < lastChargeHour ? soonest : nextTen(soonest, timeZone)
}

const nextTen = (from: Date, timeZone: string): Date => {
  const day = today(timeZone, from)
  const that = chargeOn(day, timeZone)
  return that >= from ? that : chargeOn(addDays(day, 1), timeZone)
}
