import { readFileSync } from 'node:fs'
import { colord, extend } from 'colord'
import a11yPlugin from 'colord/plugins/a11y'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accentGrounds, accentShades, nearestAccent } from './accent'

extend([a11yPlugin])

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

const contrast = (one: string, other: string) => colord(one).contrast(other)

describe('an accent', () => {
  test.each(['#ffd400', '#767676', '#0f8', 'teal', '#0b5a5a}</style>', ''])(
    '%o is not taken: hard to read, or no colour',
    (accent) => {
      expect(accentShades(accent)).toBeNull()
    },
  )

  test('that is legible is used as it is in the light scheme', () => {
    expect(accentShades('#7A1F5C')?.light.accent).toBe('#7a1f5c')
  })

  test('of any colour has a near one that is legible, itself if it is', () => {
    fc.assert(
      fc.property(anyColour, (accent) => {
        const near = nearestAccent(accent)
        expect(accentShades(near)).not.toBeNull()
        if (accentShades(accent)) expect(near).toBe(accent)
      }),
    )
  })

  test('is legible as a text and under the words of a button, in both schemes', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const shades = accentShades(nearestAccent(colour))
        for (const scheme of ['light', 'dark'] as const) {
          const { ground, surface } = accentGrounds[scheme]
          const { accent, accentStrong, accentSoft, onAccent } = shades?.[scheme] ?? fail()
          for (const text of [accent, accentStrong]) {
            for (const background of [ground, surface, accentSoft, onAccent])
              expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
          }
        }
      }),
    )
  })

  test('suggests a darker colour of the same hue', () => {
    expect(nearestAccent('#ffd400')).toBe('#7a6600')
  })
})

test('the backgrounds are those of the style sheet', () => {
  const css = readFileSync('app/styles/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
  const token = (block: string, name: string) =>
    colord(new RegExp(`--${name}: (#[0-9a-f]+)`).exec(block)?.[1] ?? '').toHex()
  for (const [scheme, block] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    expect({
      ground: token(block, 'ground'),
      surface: token(block, 'surface-strong'),
      onAccent: token(block, 'on-accent'),
    }).toEqual(accentGrounds[scheme])
  }
})

const fail = (): never => {
  throw new Error('the colour has no shades')
}
