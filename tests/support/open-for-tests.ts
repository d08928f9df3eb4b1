import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

interface Closable {
  close(): unknown
}

/**
 * Opens something before the first test of this file or `describe`, and closes it after the last one. Use the result in
 * tests and hooks only: it is empty until then.
 */
export function openForTests<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const { opened, fill, close } = emptyUntilOpen(open)
  beforeAll(fill)
  afterAll(close)
  return opened
}

/** Opens something before each test and closes it after it, otherwise as `openForTests`. */
export function openForEachTest<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const { opened, fill, close } = emptyUntilOpen(open)
  beforeEach(fill)
  afterEach(close)
  return opened
}

function emptyUntilOpen<Opened extends Closable>(open: () => Promise<Opened>) {
  const opened = {} as Opened
  let close: (() => unknown) | undefined
  return {
    opened,
    async fill() {
      const value = await open()
      close = () => value.close()
      Object.defineProperties(opened, Object.getOwnPropertyDescriptors(value))
    },
    async close() {
      await close?.()
      close = undefined
    },
  }
}
