import { withoutInvisibleSigns } from 'format/invisible-signs'

const REPLACEMENT = '?'
const SPACE = /^[\s\p{Z}\p{Cc}]$/u
const JOINERS = /[\u200c\u200d]/g
const DASH = /^[\p{Pd}\u2212]$/u
const MARK = /^\p{M}$/u

/**
 * A text with signs of a font only: a PDF draws an empty box for any other. `hasGlyph` tells whether the font has one for a
 * code point.
 */
export const drawableText = (text: string, hasGlyph: (code: number) => boolean): string => {
  const clean = withoutInvisibleSigns(text.normalize('NFC')).replace(JOINERS, '')
  return Array.from(clean, (sign) => drawableSign(sign, hasGlyph)).join('')
}

const drawableSign = (sign: string, hasGlyph: (code: number) => boolean): string => {
  const isDrawable = (signs: string) => Array.from(signs).every((one) => hasGlyph(one.codePointAt(0) ?? 0))
  // The no-break space of our own texts has to stay one.
  if (sign === '\u00a0' && isDrawable(sign)) return sign
  if (SPACE.test(sign)) return ' '
  if (isDrawable(sign)) return sign
  if (DASH.test(sign)) return '-'
  if (MARK.test(sign)) return ''
  const plainer = sign.normalize('NFKC')
  return isDrawable(plainer) ? plainer : REPLACEMENT
}
