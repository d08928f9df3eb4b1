import cyrillic from './fonts/golos-cyrillic.woff2?url'
import latin from './fonts/golos-latin.woff2?url'

/** The font files that every page preloads with `as="font" crossorigin="anonymous"`. */
export const preloadedFonts = [cyrillic, latin]
