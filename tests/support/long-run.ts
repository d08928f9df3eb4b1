import { appendFileSync } from 'node:fs'

/** `npm run test:long` repeats randomised tests far more often than `npm test`. */
export const isLongRun = process.env.TEST_LONG === '1'

/** The share of a long run's repetitions to carry out; `TEST_LONG=1 TEST_LONG_SCALE=0.01` tries a long test quickly. */
const scale = Number(process.env.TEST_LONG_SCALE ?? 1)

export const times = (usually: number, inLongRun: number) =>
  isLongRun ? Math.ceil(inLongRun * scale) : usually

/** Prints the result of a test for a row of the table in docs/security.md; `npm run test:long` stores it, too. */
export const printFigure = (row: number, reading: string) => {
  const line = `figure ${row}: ${reading}\n`
  // Not by the console: Vitest hides what passed tests write there.
  process.stdout.write(line)
  const { FIGURES_FILE } = process.env
  if (FIGURES_FILE) appendFileSync(FIGURES_FILE, line)
}
