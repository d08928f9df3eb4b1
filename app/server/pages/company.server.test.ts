import { expect, test } from 'vitest'
import { coloursOf } from './company.server'

test('a legible accent becomes the colours of both schemes, but of no accessible version', () => {
  const { style = '', accent } = coloursOf('#7A1F5C') ?? {}
  const [light = '', dark = ''] = style.split('prefers-color-scheme:dark')
  expect(light).toContain('--accent:#7a1f5c')
  expect(light).toMatch(/--accent-strong:#[0-9a-f]{6};--accent-soft:#[0-9a-f]{6}/)
  expect(dark).toMatch(/--accent:#[0-9a-f]{6}/)
  expect(dark).not.toContain('--accent:#7a1f5c')
  for (const scheme of [light, dark]) expect(scheme).toContain(':root:not([data-scheme])')
  expect(accent).toBe('#7a1f5c')
})

test.each(['#ffd400', '#0b5a5a}</style><script>'])('%o gives no colours', (accent) => {
  expect(coloursOf(accent)).toBeNull()
})
