import type { Queries } from 'api/db/database'

export interface ConsentText {
  title: string
  description: string | null
  body: string
}

/** The text that this version of a consent has had first; undefined: nobody has seen this version yet. */
export const findConsentText = async (
  db: Queries,
  path: string,
  version: string,
): Promise<ConsentText | undefined> =>
  db
    .selectFrom('consent_texts')
    .select(['title', 'description', 'body'])
    .where('path', '=', path)
    .where('version', '=', version)
    .executeTakeFirst()

/** Keeps the text of a version; one that another process has kept before stays. */
export const keepConsentText = async (
  db: Queries,
  { path, version, text, now }: { path: string; version: string; text: ConsentText; now: Date },
) => {
  await db
    .insertInto('consent_texts')
    .values({ path, version, ...text, first_shown_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['path', 'version']).doNothing())
    .execute()
}
