import type { Migration } from '../migration'

/** A question is known by its kind alone: its words stand in the code. */
export const proofWords: Migration = {
  name: '0016-proof-words',
  async up(db) {
    await db.schema.alterTable('register_accounts').dropColumn('proof_label').execute()
    await db.schema.alterTable('register_accounts').dropColumn('proof_hint').execute()
  },
}
