import {
  type ImportResult,
  importNames,
  reportText,
  resultOf,
  runImport,
  UnusableFile,
} from 'api/company-data'
import { ConfigError } from 'process/settings'
import { type DatabaseContext, FaultsFound, UsageError } from '../command'
import { progressBar } from '../progress-bar'

/**
 * Imports a CSV file of the company's billing; without `--apply` only says what would change. Returns the report, in
 * Russian, or as JSON. Throws a ConfigError with the report if lines are bad and nothing is written, and FaultsFound if
 * some lines wait for a confirmation; with `--json` always FaultsFound.
 */
export const importCommand = async ({
  config: { timeZone },
  database,
  clock,
  input,
  entry,
}: DatabaseContext<'map' | 'apply' | 'skip-bad' | 'confirmed' | 'json'>): Promise<string> => {
  const [name, path = ''] = input.positionals
  const kind = importNames.find((importName) => importName === name)
  if (kind === undefined) throw new UsageError(`import: ${name} is none of ${importNames.join(', ')}`)
  const order = {
    kind,
    path,
    mapPath: input.text('map'),
    apply: input.has('apply'),
    skipBad: input.has('skip-bad'),
    confirmed: input.has('confirmed'),
  }
  // Without the server that started this process nobody would get the result of the import.
  if (process.connected === false) endWithParent()
  process.once('disconnect', endWithParent)
  const bar = progressBar(process.stderr)
  try {
    const report = await runImport(
      {
        database,
        timeZone,
        now: clock(),
        onProgress: bar.show,
        async onWritten(trx, { file: { name, sha256 }, mapSha256, lines, counts, changedPayees, bad, held }) {
          const isChanged = changedPayees.length > 0
          entry.note({
            file: { name, sha256 },
            mapSha256,
            ...(isChanged && { subject: `payees ${changedPayees.join(', ')}` }),
            counts: {
              lines,
              ...counts,
              ...(isChanged && { changedPayees: changedPayees.length }),
              ...(bad.count > 0 && { leftOut: bad.accounts.size }),
              ...(held.count > 0 && { held: held.count }),
              ...(order.confirmed && { confirmed: 1 }),
            },
          })
          await entry.endIn(trx)
        },
      },
      order,
    )
    bar.clear()
    // A part of the file is not written, and no option leaves it out.
    const isBad = report.held.count > 0 || (report.bad.count > 0 && !order.skipBad)
    if (input.has('json')) {
      const printed = asJson(resultOf(order, report))
      if (isBad) throw new FaultsFound(printed)
      return printed
    }
    const text = reportText(order, report)
    if (!report.isAccepted) throw new ConfigError(text)
    if (isBad) throw new FaultsFound(text)
    return text
  } catch (error) {
    bar.clear()
    if (!(error instanceof UnusableFile)) throw error
    if (input.has('json')) throw new FaultsFound(asJson({ outcome: 'unusable', kind, reason: error.message }))
    throw new ConfigError(error.message)
  } finally {
    process.off('disconnect', endWithParent)
  }
}

const endWithParent = () => process.exit(1)

const asJson = (result: ImportResult) => JSON.stringify(result)
