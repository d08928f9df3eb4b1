import {
  type ImportOrder,
  type ImportReport,
  importNames,
  runImport,
  UnusableFile,
  reportWords as words,
} from 'api/company-data'
import { ConfigError } from 'contract/settings'
import type { DatabaseWork } from './command'
import { progressBar } from './progress-bar'
import { UsageError } from './usage-error'

/**
 * Imports a CSV file of the company's billing; without `--apply` only tells what would change. Returns the report, in
 * Russian. Throws a ConfigError with the report when lines are bad: nothing is written then.
 */
export const importCommand = async ({
  config: { timeZone },
  database,
  clock,
  given,
  entry,
}: DatabaseWork<'map' | 'apply'>): Promise<string> => {
  const [name, path = ''] = given.words
  const kind = importNames.find((known) => known === name)
  if (kind === undefined) throw new UsageError(`import: ${name} is none of ${importNames.join(', ')}`)
  const order = { kind, path, mapPath: given.text('map'), apply: given.has('apply') }
  const bar = progressBar(process.stderr)
  try {
    const report = await runImport(
      {
        database,
        timeZone,
        now: clock(),
        onProgress: bar.show,
        async onWritten(trx, { file: { name, sha256 }, lines, counts }) {
          entry.note({ file: { name, sha256 }, counts: { lines, ...counts } })
          await entry.endIn(trx)
        },
      },
      order,
    )
    bar.clear()
    const text = inWords(order, report)
    if (report.bad.count > 0) throw new ConfigError(text)
    return text
  } catch (error) {
    bar.clear()
    if (error instanceof UnusableFile) throw new ConfigError(error.message)
    throw error
  }
}

const inWords = (
  { kind, apply }: Pick<ImportOrder, 'kind' | 'apply'>,
  { file, lines, counts, bad }: ImportReport,
): string => {
  const first = bad.first
  const outcome =
    bad.count > 0
      ? [
          ...first.map(words.badLine),
          ...(bad.count > first.length ? [words.rest(first.length, bad.count)] : []),
          words.refused(bad.count),
        ]
      : [words.counts(kind, counts), apply ? words.applied : words.dryRun]
  return [words.file(file.name, file.encoding, file.delimiter), words.read(lines), ...outcome].join('\n')
}
