import { type Colord, colord, extend } from 'colord'
import a11yPlugin from 'colord/plugins/a11y'
import mixPlugin from 'colord/plugins/mix'

extend([a11yPlugin, mixPlugin])

/**
 * The colours derived from an accent for one colour scheme, as `#rrggbb`, with their names in app/styles/tokens.css.
 */
export interface AccentShades {
  accent: string
  accentStrong: string
  accentSoft: string
  onAccent: string
}

/** Texts have at least this contrast to their background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

/** From app/styles/tokens.css: `--ground`, the surface with the least contrast to texts, and the text of a button. */
export const accentGrounds = {
  light: { ground: '#ffffff', surface: '#e5edeb', onAccent: '#ffffff' },
  dark: { ground: '#0f1817', surface: '#22302e', onAccent: '#04282a' },
} as const
type Scheme = keyof typeof accentGrounds

const shadesOf = (accent: Colord, scheme: Scheme): AccentShades => {
  const { ground, onAccent } = accentGrounds[scheme]
  const isLight = scheme === 'light'
  return {
    accent: accent.toHex(),
    accentStrong: isLight ? accent.mix('#000', 0.3).toHex() : accent.mix('#fff', 0.4).toHex(),
    accentSoft: accent.mix(ground, isLight ? 0.88 : 0.85).toHex(),
    onAccent,
  }
}

/** Whether the accent is legible as a text on all backgrounds of the scheme, and as the background of a button. */
const isLegible = (accent: Colord, scheme: Scheme): boolean => {
  const { ground, surface } = accentGrounds[scheme]
  const { accentStrong, accentSoft, onAccent } = shadesOf(accent, scheme)
  const others = [ground, surface, accentSoft, onAccent]
  return [accent, colord(accentStrong)].every((text) =>
    others.every((other) => text.contrast(other) >= MIN_CONTRAST),
  )
}

/** The legible shade that is nearest in lightness: darker for the light scheme, lighter for the dark one. */
const nearestLegible = (accent: Colord, scheme: Scheme): Colord => {
  const { h, s, l } = accent.toHsl()
  const step = scheme === 'light' ? -1 : 1
  for (let lightness = l; lightness >= 0 && lightness <= 100; lightness += step) {
    // Rounded as the browser gets it: colord keeps fractions that `#rrggbb` lacks.
    const shade = lightness === l ? accent : colord(colord({ h, s, l: lightness }).toHex())
    if (isLegible(shade, scheme)) return shade
  }
  return colord(scheme === 'light' ? '#000' : '#fff')
}

/** Whether the text is a colour such as `#0b5a5a`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The colour itself if it is legible in the light scheme, or the nearest one that is. */
export const nearestAccent = (accent: string): string => nearestLegible(colord(accent), 'light').toHex()

/**
 * The shades of an accent for both schemes. The dark scheme takes the nearest lighter colour that is legible there.
 * Null: not a colour, or not legible in the light scheme.
 */
export const accentShades = (accent: string): Record<Scheme, AccentShades> | null => {
  if (!isColour(accent) || !isLegible(colord(accent), 'light')) return null
  const color = colord(accent)
  return { light: shadesOf(color, 'light'), dark: shadesOf(nearestLegible(color, 'dark'), 'dark') }
}
