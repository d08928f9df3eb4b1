import type { ImportResult } from '../unattended/import-result'
import type { BadLine } from './bad-lines'
import { reportWords as words } from './import.words'
import type { ImportOrder, ImportReport } from './run-import'

/** What the operator reads of an import, in Russian. */
export const reportText = (
  { kind, apply }: Pick<ImportOrder, 'kind' | 'apply'>,
  { file, lines, counts, changedPayees, changedPayers, bad }: ImportReport,
): string => {
  const first = bad.first
  const outcome =
    bad.count > 0
      ? faultLines(first, bad.count)
      : [
          words.counts(kind, counts, changedPayees),
          ...payerLines(changedPayers),
          apply ? words.applied : words.dryRun,
        ]
  return [words.file(file.name, file.encoding, file.delimiter), words.read(lines), ...outcome].join('\n')
}

const payerLines = (accounts: readonly string[]): string[] =>
  accounts.length === 0 ? [] : [words.changedPayers(accounts)]

const faultLines = (first: readonly BadLine[], count: number): string[] => [
  ...first.map(words.badLine),
  ...(count > first.length ? [words.rest(first.length, count)] : []),
  words.refused(count),
]

/** The same for programs. */
export const resultOf = (
  { kind, apply }: Pick<ImportOrder, 'kind' | 'apply'>,
  { file, lines, counts, changedPayees, changedPayers, bad }: ImportReport,
): ImportResult => ({
  outcome: bad.count > 0 ? 'refused' : apply ? 'written' : 'checked',
  kind,
  sha256: file.sha256,
  lines,
  counts: { ...counts },
  ...(kind === 'accounts' && { changedPayees: [...changedPayees], changedPayers: [...changedPayers] }),
  faults: bad.count,
  firstFaults: [...bad.first],
})

/** What a report says of the result of an import that nobody watched, line by line. */
export const resultLines = (result: ImportResult): string[] => {
  if (result.outcome === 'unusable') return [result.reason, words.nothing]
  const { kind, lines, counts, changedPayees = [], changedPayers = [], faults, firstFaults, outcome } = result
  if (outcome === 'refused') return [words.read(lines), ...faultLines(firstFaults, faults)]
  const { added = 0, changed = 0, same = 0, included = 0, ...more } = counts
  return [
    words.read(lines),
    words.counts(kind, { added, changed, same, included, ...more }, changedPayees),
    ...payerLines(changedPayers),
    outcome === 'written' ? words.applied : words.nothing,
  ]
}
