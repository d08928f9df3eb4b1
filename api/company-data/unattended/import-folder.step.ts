import type { Queries } from 'api/db/database'
import type { LetterSite } from 'api/mail/letter'
import { enqueueLetter } from 'api/mail/outbox.repository'
import type { Step } from 'api/worker/worker'
import type { ReportedResult } from '../import/import-result'
import { resultLines } from '../import/report'
import { importFolder, type SettledFile, type WaitingFile } from './import-folder'
import { importReportLetter } from './import-report.letters'
import { folderWords } from './imports.words'
import { runUnattended, type UnattendedDeps } from './run-unattended'

/** Programs that write a file in pieces seldom pause for longer. */
const usuallySettledMs = 5_000
/** The pause after a run without a result, for example if the database is unavailable or memory is short. */
const retryAfterMs = 60_000

interface ImportFolderOptions extends UnattendedDeps {
  folder: string
  /** The address that gets the reports; undefined: they are only beside the files. */
  reportTo: string | undefined
  site: LetterSite
  settledMs?: number
}

/**
 * The step that imports the files of a folder, one after the other and one at a time over all processes. A run of the
 * step only starts an import in a process of its own. A process may be killed at any moment: a file stays in the folder
 * until its import has ended, and importing it once more changes nothing.
 */
export const importFolderStep = ({
  folder,
  reportTo,
  site,
  settledMs = usuallySettledMs,
  ...deps
}: ImportFolderOptions): Step => {
  const { clock, log, database } = deps
  const files = importFolder(folder, { settledMs, now: () => clock().getTime() })
  let current: Promise<void> | undefined
  let notBefore = 0

  const report = async (trx: Queries, file: string, result: ReportedResult) => {
    if (reportTo === undefined) return
    const letter = importReportLetter(site, file, result)
    await enqueueLetter(trx, { to: reportTo, letter, userId: null, now: clock() })
  }

  /** Reports a file with an unknown name. Moves it first, so that the letter is sent once. */
  const refuseUnknown = async (file: SettledFile, wake: () => void) => {
    const result = { outcome: 'unusable', reason: folderWords.unknownTable } as const
    const isMoved = await files.put(file, 'failed', resultLines(result).join('\n'))
    if (!isMoved) return
    await report(database.db, file.name, result)
    wake()
    log.info({ file: file.name }, 'a file of the import folder has a name that tells no table')
  }

  const importOne = async (file: WaitingFile, wake: () => void) => {
    const { kind, name, path, mapPath, switches } = file
    const result = await runUnattended(deps, {
      source: 'folder',
      kind,
      path,
      mapPath,
      switches,
      onResult: (trx, ended) => report(trx, name, ended),
    })
    if (result === 'busy') return
    if (result === 'failed') {
      notBefore = clock().getTime() + retryAfterMs
      return
    }
    await files.put(file, result.outcome === 'written' ? 'done' : 'failed', resultLines(result).join('\n'))
    log.info({ file: name, outcome: result.outcome }, 'a file of the import folder has been dealt with')
    wake()
  }

  return {
    name: 'import folder',
    async run(wake) {
      if (current || clock().getTime() < notBefore) return
      const { tables, unknown } = await files.complete()
      const [table] = tables
      const file = table ?? unknown[0]
      if (!file) return
      current = (table ? importOne(table, wake) : refuseUnknown(file, wake))
        .catch((error: unknown) => {
          notBefore = clock().getTime() + retryAfterMs
          log.error(
            { file: file.name, error: String(error) },
            'a file of the import folder could not be dealt with',
          )
        })
        .finally(() => {
          current = undefined
        })
    },
    async finish() {
      await current
    },
  }
}
