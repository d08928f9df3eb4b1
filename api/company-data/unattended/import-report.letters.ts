import { composeLetter } from 'api/mail/compose-letter'
import type { Letter, LetterSite } from 'api/mail/letter'
import type { ReportedResult } from '../import/import-result'
import { resultLines } from '../import/report'

/** More are in the report beside the file. */
const mostShown = 20

/** Tells the operator the result of a file of the import folder. */
export function importReportLetter(site: LetterSite, file: string, result: ReportedResult): Letter {
  const isWritten = result.outcome === 'written'
  const isPart = result.outcome === 'written' && result.faults + result.held > 0
  const shown =
    result.outcome === 'unusable'
      ? result
      : {
          ...result,
          firstFaults: result.firstFaults.slice(0, mostShown),
          firstHeld: result.firstHeld.slice(0, mostShown),
        }
  const outcome = isPart ? 'загружен не полностью' : isWritten ? 'загружен' : 'не загружен'
  return composeLetter(site, {
    kind: 'import-report',
    facts: { file, outcome },
    subject: `Файл ${file} ${outcome}`,
    heading: `Файл ${outcome}`,
    intro: `Файл ${file} из папки загрузки ${outcome}.`,
    body: [
      ...resultLines(shown),
      isWritten
        ? 'Файл и отчёт о нём — в папке done.'
        : 'Файл и отчёт о нём — в папке failed. Исправьте файл и положите его в папку загрузки снова.',
    ],
  })
}
