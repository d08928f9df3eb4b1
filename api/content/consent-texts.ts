import type { Queries } from 'api/db/database'
import type { PageDocument } from 'contract/pages'
import type { Log } from 'monitoring/log'
import type { PageFile } from './content-folder'

/** The texts of consents. Each version keeps the words with which it was first shown. */
interface ConsentTexts {
  /** The page to show: the file's, or the stored text when the file has other words under the same version. */
  documentToShow(path: string, file: PageFile, now: Date): Promise<PageDocument>
  /** The refused files, a line `file:line: what` each. */
  problems(): string[]
}

export const consentTexts = (db: Queries, log: Log): ConsentTexts => {
  const shownDocuments = new WeakMap<PageFile, PageDocument>()
  const problemsByPath = new Map<string, string>()

  return {
    async documentToShow(path, file, now) {
      const cached = shownDocuments.get(file)
      if (cached) return cached
      const { document } = file
      const version = document.updatedAt ?? ''
      const { title, description = null, body } = document
      await storeConsentText(db, { path, version, text: { title, description, body }, now })
      const storedText = await findConsentText(db, path, version)
      const isUnchanged = !storedText || wordsOf(storedText) === wordsOf(document)
      if (isUnchanged) problemsByPath.delete(path)
      else {
        const problem = changedUnderVersion(file, version)
        if (problemsByPath.get(path) !== problem)
          log.error({ problems: [problem] }, 'content can not be used, the last valid version stays')
        problemsByPath.set(path, problem)
      }
      const shownDocument = isUnchanged ? document : { ...document, ...storedText }
      shownDocuments.set(file, shownDocument)
      return shownDocument
    },
    problems: () => [...problemsByPath.values()],
  }
}

/** The problem of a consent whose words were changed under a version that customers have seen. */
export const changedUnderVersion = ({ name, versionLine }: PageFile, version: string): string =>
  `${name}:${versionLine}: the words have changed, but updatedAt is still ${version}, under which customers have agreed to other words: give it the day of the change`

/** Whether a file has other words than the stored text of its version. */
export const isChanged = async (db: Queries, path: string, { document }: PageFile): Promise<boolean> => {
  const storedText = await findConsentText(db, path, document.updatedAt ?? '')
  return storedText !== undefined && wordsOf(storedText) !== wordsOf(document)
}

/** The words without mark-up: other mark-up of the same words is the same text. */
const wordsOf = ({ title, body }: Pick<ConsentText, 'title' | 'body'>) =>
  `${title} ${body.replace(/<[^>]*>/g, ' ')}`.replace(/\s+/g, ' ').trim()

interface ConsentText {
  title: string
  description: string | null
  body: string
}

/** The first text of this version of a consent; undefined if nobody has seen this version yet. */
const findConsentText = async (
  db: Queries,
  path: string,
  version: string,
): Promise<ConsentText | undefined> =>
  db
    .selectFrom('consent_texts')
    .select(['title', 'description', 'body'])
    .where('path', '=', path)
    .where('version', '=', version)
    .executeTakeFirst()

/** Stores the text of a version, unless another process has stored one before. */
const storeConsentText = async (
  db: Queries,
  { path, version, text, now }: { path: string; version: string; text: ConsentText; now: Date },
) => {
  await db
    .insertInto('consent_texts')
    .values({ path, version, ...text, first_shown_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['path', 'version']).doNothing())
    .execute()
}
