/** Backups of the database, and putting them back. The rest of the API imports from here only. */
export { BackupRefused } from './backup-refused'
export { makeBackup } from './make-backup'
export type { Manifest } from './manifest'
export { restoreBackup } from './restore-backup'
