import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

interface Closable {
  close(): unknown
}

/**
 * Opens something before the first test of this file or `describe`, and closes it after the last one. Use the result in
 * tests and hooks only: it is empty until then.
 */
export function openForTests<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const { opened, fill } = emptyOf<Opened>()
  beforeAll(async () => fill(await open()))
  afterAll(() => opened.close())
  return opened
}

/** As `openForTests`, for each test anew. */
export function openForEachTest<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const { opened, fill } = emptyOf<Opened>()
  beforeEach(async () => fill(await open()))
  afterEach(() => opened.close())
  return opened
}

function emptyOf<Opened extends Closable>() {
  const opened = {} as Opened
  return {
    opened,
    fill: (value: Opened) => void Object.defineProperties(opened, Object.getOwnPropertyDescriptors(value)),
  }
}
