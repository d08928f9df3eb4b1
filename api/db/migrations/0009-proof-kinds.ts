import { sql } from 'kysely'
import type { Migration } from '../migration'

export const proofKinds: Migration = {
  name: '0009-proof-kinds',
  async up(db, column) {
    await db.schema.alterTable('register_accounts').addColumn('proof_kind', column.text).execute()
    // Outsiders could read or guess the answers kept so far. Without a kind no question is asked, and no answer is taken.
    await sql`update register_accounts set proof_hint = null, proof_answer_hash = ''`.execute(db)
  },
}
