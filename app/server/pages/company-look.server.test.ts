import { expect, test } from 'vitest'
import { accentStyle } from './company-look.server'

test('a legible accent becomes the colours of the light scheme', () => {
  const style = accentStyle('#7A1F5C')
  expect(style).toContain('--accent:#7a1f5c')
  expect(style).toMatch(/--accent-strong:#[0-9a-f]{6};--accent-soft:#[0-9a-f]{6}/)
  expect(style).toContain(':root:not([data-scheme])')
})

test.each(['#ffd400', '#767676', '#0f8', 'teal', '#0b5a5a}</style><script>', ''])(
  '%o is not used: hard to read, or no colour',
  (accent) => {
    expect(accentStyle(accent)).toBeNull()
  },
)
