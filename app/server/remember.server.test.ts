import { describe, expect, it, vi } from 'vitest'
import { remember } from './remember.server'

describe('what is remembered', () => {
  it('is made once', () => {
    const work = vi.fn((text: string) => text.toUpperCase())
    const upper = remember(work, 100)
    expect([upper('a'), upper('a')]).toEqual(['A', 'A'])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is the newest, as much as there is room for', () => {
    const work = vi.fn((text: string) => text.length)
    const length = remember(work, 8)
    for (const text of ['aa', 'bb', 'cc', 'dd', 'aa', 'ee']) length(text)
    work.mockClear()
    for (const text of ['aa', 'cc', 'dd', 'ee']) length(text)
    expect(work).not.toHaveBeenCalled()
    length('bb')
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('is nothing that would take the room of many', () => {
    const work = vi.fn((text: string) => text.length)
    const length = remember(work, 8)
    length('a')
    length('long')
    length('long')
    length('a')
    expect(work.mock.calls).toEqual([['a'], ['long'], ['long']])
  })
})
