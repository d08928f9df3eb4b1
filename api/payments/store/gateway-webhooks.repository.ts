import type { Queries } from 'api/db/database'

/** Whether the webhook has already been processed. */
export const isWebhookTaken = async (
  db: Queries,
  { gateway, webhook }: { gateway: string; webhook: string },
): Promise<boolean> =>
  (await db
    .selectFrom('gateway_webhooks')
    .select('webhook')
    .where('gateway', '=', gateway)
    .where('webhook', '=', webhook)
    .executeTakeFirst()) !== undefined

export const insertWebhook = async (
  trx: Queries,
  row: { gateway: string; webhook: string; payment_id: string; taken_at: string },
) => {
  await trx
    .insertInto('gateway_webhooks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['gateway', 'webhook']).doNothing())
    .execute()
}
