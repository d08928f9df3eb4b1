import { beforeEach, expect, it, vi } from 'vitest'
import { closeAll, closeOnNavigation, mayShow, onCloseAll } from './close-all'

let now = 0

beforeEach(() => {
  now += 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

it('closes everything that is open, and blocks opening for 300 ms', () => {
  const [one, another] = [vi.fn(), vi.fn()]
  const goneOnes = [onCloseAll(one), onCloseAll(another)]
  expect(mayShow()).toBe(true)
  closeAll()
  expect(one).toHaveBeenCalledOnce()
  expect(another).toHaveBeenCalledOnce()
  expect(mayShow()).toBe(false)
  now += 299
  expect(mayShow()).toBe(false)
  now += 1
  expect(mayShow()).toBe(true)
  for (const gone of goneOnes) gone()
})

it('happens on a navigation, unless nothing is open', () => {
  closeOnNavigation()
  expect(mayShow()).toBe(true)
  const close = vi.fn()
  const gone = onCloseAll(close)
  closeOnNavigation()
  expect(close).toHaveBeenCalledOnce()
  expect(mayShow()).toBe(false)
  gone()
})

it('counts the 300 ms from the last call', () => {
  closeAll()
  now += 200
  closeAll()
  now += 200
  expect(mayShow()).toBe(false)
  now += 100
  expect(mayShow()).toBe(true)
})

it('does not call what was unregistered', () => {
  const gone = vi.fn()
  onCloseAll(gone)()
  closeAll()
  expect(gone).not.toHaveBeenCalled()
})
