import type { Queries } from 'api/db/database'

/** Deletes the customer's requests to change the e-mail whose letters are not written yet. */
export const deleteEmailChangeRequests = async (trx: Queries, userId: string) => {
  await trx
    .deleteFrom('mail_requests')
    .where('user_id', '=', userId)
    .where('kind', '=', 'change-email')
    .execute()
}

export const deleteEmailChangeRequestsOfAll = async (db: Queries) => {
  await db.deleteFrom('mail_requests').where('kind', '=', 'change-email').execute()
}

export const deleteCalendarLink = async (db: Queries, userId: string) => {
  await db.deleteFrom('calendar_links').where('user_id', '=', userId).execute()
}

export const deleteAllCalendarLinks = async (db: Queries) => {
  await db.deleteFrom('calendar_links').execute()
}
