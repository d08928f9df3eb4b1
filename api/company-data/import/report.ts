import type { BadLine } from './bad-lines'
import { reportWords as words } from './import.words'
import type { ImportResult, ReportedResult } from './import-result'
import type { ImportOrder, ImportReport } from './run-import'

/** Formats a report for the command line, in Russian. */
export const reportText = (order: Pick<ImportOrder, 'kind' | 'apply'>, report: ImportReport): string => {
  const { name, encoding, delimiter } = report.file
  return [
    words.file(name, encoding, delimiter),
    ...linesOf(resultOf(order, report), { hints: words.hints.command, dryRun: words.dryRun }),
  ].join('\n')
}

/** Converts a report for programs. */
export const resultOf = (
  { kind, apply }: Pick<ImportOrder, 'kind' | 'apply'>,
  { file, lines, isAccepted, counts, changedPayees, changedPayers, bad, held }: ImportReport,
): Extract<ImportResult, { lines: number }> => ({
  outcome: !isAccepted ? 'refused' : apply ? 'written' : 'checked',
  kind,
  sha256: file.sha256,
  lines,
  counts: { ...counts },
  ...(kind === 'accounts' && { changedPayees: [...changedPayees], changedPayers: [...changedPayers] }),
  faults: bad.count,
  firstFaults: [...bad.first],
  leftOut: isAccepted ? bad.accounts.size : 0,
  held: held.count,
  firstHeld: [...held.first],
})

/** The lines of the report about an unattended import, in Russian. */
export const resultLines = (result: ReportedResult): string[] =>
  result.outcome === 'unusable'
    ? [result.reason, words.nothing]
    : linesOf(result, { hints: words.hints.folder, dryRun: words.nothing })

interface Wording {
  hints: Readonly<Record<'skipBad' | 'confirmed', string>>
  dryRun: string
}

const linesOf = (result: Extract<ImportResult, { lines: number }>, { hints, dryRun }: Wording): string[] => {
  const { outcome, kind, lines, counts, faults, firstFaults, leftOut } = result
  const { changedPayees = [], changedPayers = [] } = result
  const faultLines = [
    ...firstFaults.map(words.badLine),
    ...(faults > firstFaults.length ? [words.rest(firstFaults.length, faults)] : []),
  ]
  if (outcome === 'refused') return [words.read(lines), ...faultLines, words.refused(faults), hints.skipBad]
  const { added = 0, changed = 0, same = 0, included = 0, ...more } = counts
  const written = faults + result.held > 0 ? words.appliedPartly : words.applied
  return [
    words.read(lines),
    ...faultLines,
    ...(faults > 0 ? [words.leftOut(faults, leftOut)] : []),
    ...heldLines(result.firstHeld, result.held, hints),
    words.counts(kind, { added, changed, same, included, ...more }, changedPayees),
    ...payerLines(changedPayers),
    outcome === 'written' ? written : dryRun,
  ]
}

const payerLines = (accounts: readonly string[]): string[] =>
  accounts.length === 0 ? [] : [words.changedPayers(accounts)]

const heldLines = (first: readonly BadLine[], count: number, hints: Wording['hints']): string[] =>
  count === 0
    ? []
    : [
        ...first.map(words.badLine),
        ...(count > first.length ? [words.restHeld(first.length, count)] : []),
        words.held(count),
        hints.confirmed,
      ]
