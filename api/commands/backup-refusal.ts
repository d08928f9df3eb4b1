import { BackupRefused } from 'api/backup'
import { databaseComplaint } from 'api/db/database-complaint'
import { ConfigError } from 'contract/settings'

/** What to throw of a backup, a restore or a copy that failed: a ConfigError where the operator can do something. */
export const refusalOf = (error: unknown, databaseUrl: string | undefined): unknown => {
  if (error instanceof BackupRefused) return new ConfigError(error.message)
  const complaint = databaseComplaint(error, databaseUrl)
  return complaint === undefined ? error : new ConfigError(complaint)
}
