export interface BadLine {
  /** From 1, as in a text editor. */
  line: number
  /** The column's title in the file; null: the whole line. */
  column: string | null
  reason: string
}

export const mostShown = 100

/** Lines of a file that are not imported: the first ones to show, the number of all, and their accounts. */
export class BadLines {
  #first: BadLine[] = []
  readonly accounts = new Set<string>()
  #count = 0

  get count() {
    return this.#count
  }

  /** Sorted by line. */
  get first(): readonly BadLine[] {
    return sorted(this.#first)
  }

  add(bad: BadLine, account?: string) {
    this.#count++
    if (account !== undefined) this.accounts.add(account)
    this.#first.push(bad)
    if (this.#first.length >= 2 * mostShown) this.#first = sorted(this.#first)
  }
}

const sorted = (lines: readonly BadLine[]) =>
  lines.toSorted((one, other) => one.line - other.line).slice(0, mostShown)
