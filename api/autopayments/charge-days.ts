import { addDays, addMonths, today, wallClock } from 'format/dates'
import { DAY, HOUR } from 'format/durations'
import { localHour } from 'format/local-hour'

/** Charges are made in the middle of a working morning: the customer can still call the bank or pay by hand that day. */
const chargeHour = 10
/** A delayed charge is made before this hour, or on the next day. */
const lastChargeHour = 18

/** A warning is handed to the mail server at least a day before its charge. */
export const warnedBeforeMs = DAY
/** The warning is written an hour earlier than necessary, so that a slow job does not delay the charge. */
const warningLeadMs = warnedBeforeMs + HOUR

/** The moment of charges on a day: 10:00 in the time zone, also when the clocks change that day. */
export const chargeOn = (day: string, timeZone: string): Date => localHour(day, chargeHour, timeZone)

/** When a monthly autopayment charges in a period ('2026-10'); `day` is 1–28. */
export const monthlyChargeAt = (day: number, period: string, timeZone: string): Date =>
  chargeOn(`${period}-${String(day).padStart(2, '0')}`, timeZone)

/** When to plan a charge, so that its warning is sent a day before. */
export const planAt = (chargeAt: Date): Date => new Date(chargeAt.getTime() - warningLeadMs)

/** The period whose run is planned at the moment. */
export const periodPlannedAt = (plannedAt: Date, timeZone: string): string =>
  today(timeZone, new Date(plannedAt.getTime() + warningLeadMs)).slice(0, 7)

/** The next period that can be planned in time. `after`: the last planned period; `null` if there is none. */
export const nextMonthlyPeriod = (
  day: number,
  { now, after, timeZone }: { now: Date; after: string | null; timeZone: string },
): string => {
  let period = after === null ? today(timeZone, now).slice(0, 7) : addMonths(after, 1)
  while (planAt(monthlyChargeAt(day, period, timeZone)) < now) period = addMonths(period, 1)
  return period
}

/** The first moment for a charge whose warning is written now. */
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
  const charge = chargeOn(day, timeZone)
  return charge >= from ? charge : chargeOn(addDays(day, 1), timeZone)
}
