import { DAY } from 'format/durations'

const MAX_KEYS = 10_000
const KEPT_MS = DAY

/**
 * The idempotency keys that this process has sent to the product API, and when (ms since 1970). A repeated submit with
 * its key is the payment it has already begun, so the portal asks no question of its own about it. Nothing else but words
 * depends on this: after a restart or on another replica such a question is asked once more, and the payment is still the
 * same one.
 */
export class SentKeys {
  readonly #keys = new Map<string, number>()

  add(key: string, now = Date.now()) {
    this.#keys.delete(key)
    this.#keys.set(key, now)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest)
  }

  /** A refused request has not used up its key. */
  delete(key: string) {
    this.#keys.delete(key)
  }

  has(key: string, now = Date.now()): boolean {
    const sent = this.#keys.get(key)
    return sent !== undefined && now - sent < KEPT_MS
  }
}

export const sentKeys = new SentKeys()
