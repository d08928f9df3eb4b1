import type { Queries } from 'api/db/database'
import { noLog } from 'api/log'
import { changedUnderVersion, isChanged } from './consent-texts'
import { consentPaths, openFolder } from './content-folder'
import { lostLinks } from './lost-links'
import { sampleNames } from './sample-company'
import { unseenPages } from './unseen-pages'

export interface CheckedContent {
  contentDir: string
  /** Null: the consents are not compared with their stored versions. */
  db: Queries | null
  /** Whether the invented company may be in it, because nobody is a customer of it. */
  isSample: boolean
}

/**
 * What a server would say of this folder, a line `file:line: what` each, then what is left of the invented company, which
 * pages nobody can see, which links lead nowhere on their page, and which consents are missing. Throws a ConfigError when there is no such folder.
 */
export const checkContent = async ({ contentDir, db, isSample }: CheckedContent): Promise<string[]> => {
  const folder = openFolder(contentDir, noLog)
  const now = new Date()
  const problems = [
    ...folder.problems(now),
    ...(isSample ? [] : sampleNames(contentDir)),
    ...unseenPages(contentDir),
    ...lostLinks(contentDir, (path) => folder.page(path, now)),
  ]
  for (const path of consentPaths) {
    if (!folder.has(path, now))
      problems.push(`${path}: there is no such page, so a customer’s consent is stored without a version`)
    const file = folder.page(path, now)
    if (db && file && (await isChanged(db, path, file)))
      problems.push(changedUnderVersion(file, file.document.updatedAt ?? ''))
  }
  return problems
}
