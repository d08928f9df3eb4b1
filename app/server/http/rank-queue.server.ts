/** Those of one rank who wait, in order of arrival. */
export class RankQueue<Entry extends { group: string }> {
  readonly #entries = new Set<Entry>()
  readonly #sizes = new Map<string, number>()

  get size() {
    return this.#entries.size
  }

  [Symbol.iterator]() {
    return this.#entries.values()
  }

  add(entry: Entry) {
    this.#entries.add(entry)
    this.#sizes.set(entry.group, this.#sizeOf(entry.group) + 1)
  }

  delete(entry: Entry) {
    if (!this.#entries.delete(entry)) return
    const rest = this.#sizeOf(entry.group) - 1
    if (rest > 0) this.#sizes.set(entry.group, rest)
    else this.#sizes.delete(entry.group)
  }

  /** Who gives way to an entry of this group in a full queue: the newest of a larger group; null where there is none. */
  newestOfLargerGroup(group: string): Entry | null {
    const [largest, size] = [...this.#sizes].reduce(
      (most, one) => (one[1] > most[1] ? one : most),
      [group, 0],
    )
    if (size <= this.#sizeOf(group) + 1) return null
    return [...this.#entries].findLast((entry) => entry.group === largest) ?? null
  }

  #sizeOf(group: string) {
    return this.#sizes.get(group) ?? 0
  }
}
