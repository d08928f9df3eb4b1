/** Why a backup is not made or not restored. Nothing has changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
