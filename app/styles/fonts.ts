import cyrillic from '@fontsource-variable/golos-text/files/golos-text-cyrillic-wght-normal.woff2?url'
import latin from '@fontsource-variable/golos-text/files/golos-text-latin-wght-normal.woff2?url'

/** The font files that every page preloads with `as="font" crossorigin="anonymous"`. */
export const preloadedFonts = [cyrillic, latin]
