import type { Queries } from './database'

export const readSetting = async (db: Queries, key: string): Promise<string | undefined> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export const writeSetting = async (db: Queries, key: string, value: string) => {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
