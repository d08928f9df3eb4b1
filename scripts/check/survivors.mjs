/** A survived mutant is known by its file, the line where it begins and what it changes this to: lines move. */
const isOf = (survivor, answer) =>
  survivor.file === answer.file && survivor.line === answer.line && answer.becomes.includes(survivor.becomes)

const inOneLine = (code) => code.trim().replace(/\s+/g, ' ')

/** Mutants that a test ran into but did not notice, or that no test reaches. */
const SURVIVED = ['Survived', 'NoCoverage']
const KILLED = ['Killed', 'Timeout', 'RuntimeError']

/**
 * What a report of Stryker (mutation-testing-report-schema) says: `{ killed, timeouts, survivors }`, where a survivor is
 * `{ file, at, line, becomes, isReached }`, `at` being the number of the line.
 */
export function readMutants(report) {
  const mutants = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.map(({ status, replacement = '', location: { start } }) => ({
      status,
      file,
      at: start.line,
      line: inOneLine(lines[start.line - 1]),
      becomes: inOneLine(replacement),
    }))
  })
  const withStatus = (...statuses) => mutants.filter(({ status }) => statuses.includes(status))
  return {
    killed: withStatus(...KILLED).length,
    timeouts: withStatus('Timeout').length,
    survivors: withStatus(...SURVIVED).map(({ status, ...mutant }) => ({
      ...mutant,
      isReached: status === 'Survived',
    })),
  }
}

/** Survivors that nobody has answered, and answers that no survivor needs any more, by what the code becomes. */
export function compareSurvivors(survivors, answers) {
  const single = answers.flatMap((answer) => answer.becomes.map((one) => ({ ...answer, becomes: [one] })))
  return {
    unanswered: survivors.filter((survivor) => !single.some((answer) => isOf(survivor, answer))),
    outdated: single.filter((answer) => !survivors.some((survivor) => isOf(survivor, answer))),
  }
}
