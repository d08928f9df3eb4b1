/** Waiting requests. Clients take turns, each with its oldest request. */
export class FairQueue<Entry extends { client: string }> {
  /** By client, in the order of their turns. */
  readonly #waiting = new Map<string, Set<Entry>>()
  #size = 0

  get size() {
    return this.#size
  }

  *[Symbol.iterator]() {
    for (const entries of this.#waiting.values()) yield* entries
  }

  add(entry: Entry) {
    const entries = this.#waiting.get(entry.client)
    if (entries) entries.add(entry)
    else this.#waiting.set(entry.client, new Set([entry]))
    this.#size += 1
  }

  delete(entry: Entry) {
    const entries = this.#waiting.get(entry.client)
    if (!entries?.delete(entry)) return
    this.#size -= 1
    if (entries.size === 0) this.#waiting.delete(entry.client)
  }

  /** Removes the first request that can be admitted; its client's next turn comes after all others'. */
  take(isAdmissible: (entry: Entry) => boolean): Entry | null {
    for (const entry of this) {
      if (!isAdmissible(entry)) continue
      const { client } = entry
      this.delete(entry)
      const rest = this.#waiting.get(client)
      if (rest) {
        this.#waiting.delete(client)
        this.#waiting.set(client, rest)
      }
      return entry
    }
    return null
  }

  /** The newest request of the client with most of them, if that has at least two more than this client. */
  newestOfBusiest(client: string): Entry | null {
    let busiest: ReadonlySet<Entry> = new Set()
    for (const entries of this.#waiting.values()) if (entries.size > busiest.size) busiest = entries
    const own = this.#waiting.get(client)?.size ?? 0
    return busiest.size >= own + 2 ? ([...busiest].at(-1) ?? null) : null
  }
}
