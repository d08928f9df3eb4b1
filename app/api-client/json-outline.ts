/** Counts the brackets of a JSON document that arrives in pieces, to see whether it is complete. */
export class JsonOutline {
  #depth = 0
  #inString = false
  #escaped = false
  #hasBegun = false
  #isBroken = false

  /** Whether the document's first bracket has arrived. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether anything but white space stands outside of the document. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Whether all brackets are closed. */
  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#isBroken
  }

  add(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length && !this.#isBroken; at += 1) {
      if (this.#inString) at = this.#skipString(bytes, at)
      else this.#take(bytes[at] ?? 0)
    }
  }

  /** Returns the index of the quote that ends the string, or the length of the piece. */
  #skipString(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (this.#escaped) this.#escaped = false
      else if (byte === BACKSLASH) this.#escaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        return at
      }
    }
    return bytes.length
  }

  #take(byte: number) {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (this.#hasBegun && this.#depth === 0) this.#isBroken = true
      this.#hasBegun = true
      this.#depth += 1
    } else if (byte > SPACE && this.#depth === 0) this.#isBroken = true
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1
    else if (byte === QUOTE) this.#inString = true
  }
}

const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
