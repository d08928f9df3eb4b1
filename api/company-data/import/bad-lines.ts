export interface BadLine {
  /** As a text editor numbers them; the columns' names are in line 1. */
  line: number
  /** As the file calls it; null: the whole line. */
  column: string | null
  reason: string
}

export const mostShown = 100

/** What is wrong with a file: the first lines to show, and the number of all. */
export class BadLines {
  readonly #first: BadLine[] = []
  /** Accounts of which a line is bad: sums that follow from it are not complained of again. */
  readonly accounts = new Set<string>()
  #count = 0

  get count() {
    return this.#count
  }

  /** In the order of their lines. */
  get first(): readonly BadLine[] {
    return this.#first.toSorted((one, other) => one.line - other.line)
  }

  add(bad: BadLine) {
    this.#count++
    if (this.#first.length < mostShown) this.#first.push(bad)
  }
}
