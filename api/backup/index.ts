/** Makes and restores backups, and copies SQLite to PostgreSQL. The rest of the API imports from here only. */
export { copyDatabase } from './copy-database'
export { makeBackup } from './make-backup'
export type { Figures, Manifest } from './manifest'
export { restoreBackup } from './restore-backup'
export { BackupRefused } from './whole-file'
