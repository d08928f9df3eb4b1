const MOST_KEYS = 10_000
const KEPT_MS = 24 * 60 * 60_000

/**
 * The idempotency keys that this process has sent to the product API, and when (ms since 1970). A press that is repeated
 * under its key is the payment that it has begun already, and not a second one to be asked about. Only that question
 * depends on it: a key that another replica has sent is asked about once more, and then is the same payment all the same.
 */
export class SentKeys {
  readonly #keys = new Map<string, number>()

  add(key: string, now = Date.now()) {
    this.#keys.delete(key)
    this.#keys.set(key, now)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > MOST_KEYS && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** A request that was refused has not used its key up. */
  delete(key: string) {
    this.#keys.delete(key)
  }

  has(key: string, now = Date.now()): boolean {
    const sent = this.#keys.get(key)
    return sent !== undefined && now - sent < KEPT_MS
  }
}

export const sentKeys = new SentKeys()
