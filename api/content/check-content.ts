import type { Queries } from 'api/db/database'
import { noLog } from 'api/log'
import { consentPaths } from './consent-paths'
import { changedUnderVersion, isChanged } from './consent-texts'
import { openFolder } from './content-folder'
import { unseenPages } from './unseen-pages'

/**
 * What a server would say of this folder, a line `file:line: what` each, then which pages nobody can see and which consents
 * are missing. Without a database they are not compared with their stored versions. Throws a ConfigError when there is no
 * such folder.
 */
export const checkContent = async (contentDir: string, db: Queries | null): Promise<string[]> => {
  const folder = openFolder(contentDir, noLog)
  const now = new Date()
  const problems = [...folder.problems(now), ...unseenPages(contentDir)]
  for (const path of consentPaths) {
    if (!folder.has(path, now))
      problems.push(`${path}: there is no such page, so a customer’s consent is stored without a version`)
    const file = folder.page(path, now)
    if (db && file && (await isChanged(db, path, file)))
      problems.push(changedUnderVersion(file, file.document.updatedAt ?? ''))
  }
  return problems
}
