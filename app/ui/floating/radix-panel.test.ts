import { describe, expect, it } from 'vitest'
import { isNearTouch } from './radix-panel'

const box = { left: 100, top: 100, right: 300, bottom: 200 }
const touch = (clientX: number, clientY: number, pointerType = 'touch') =>
  isNearTouch({ pointerType, clientX, clientY }, box)

describe('a touch within 20 px of a panel', () => {
  it.each([
    [80, 150],
    [320, 150],
    [200, 80],
    [200, 220],
    [314, 214],
    [200, 150],
  ])('at %i, %i leaves it open', (x, y) => {
    expect(touch(x, y)).toBe(true)
  })

  it.each([
    [79, 150],
    [321, 150],
    [200, 79],
    [200, 221],
    [315, 215],
  ])('at %i, %i closes it', (x, y) => {
    expect(touch(x, y)).toBe(false)
  })

  it('is tolerated for touch only, not for a mouse', () => {
    expect(touch(310, 150, 'mouse')).toBe(false)
    expect(touch(310, 150, 'pen')).toBe(false)
  })
})
