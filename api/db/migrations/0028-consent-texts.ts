import type { Migration } from '../migration'

/** Each version of a consent's text, as it was first shown: what customers have agreed to. */
export const consentTexts: Migration = {
  name: '0028-consent-texts',
  async up(db, column) {
    await db.schema
      .createTable('consent_texts')
      .addColumn('path', column.text, (c) => c.notNull())
      .addColumn('version', column.text, (c) => c.notNull())
      .addColumn('title', column.text, (c) => c.notNull())
      .addColumn('description', column.text)
      .addColumn('body', column.text, (c) => c.notNull())
      .addColumn('first_shown_at', column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint('consent_texts_key', ['path', 'version'])
      .execute()
  },
}
