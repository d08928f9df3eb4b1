import { z } from 'zod'

/** A moment: ISO 8601 in UTC, `2026-10-05T09:12:44Z`. */
export const moment = z.iso.datetime({ offset: true })

/** A calendar day without a time: `2026-10-05`. */
export const day = z.iso.date().brand<'Day'>()

/** Some product APIs only know the day. */
export const dayOrMoment = z.union([day, moment])

export const periodPattern = /^\d{4}-(0[1-9]|1[0-2])$/

/** A billing month: `2026-10`. */
export const period = z.string().regex(periodPattern).brand<'Period'>()
export type Period = z.output<typeof period>
