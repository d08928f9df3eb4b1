import type { IconName } from './icon-name'
import sheet from './icons.svg?raw'

const drawings = new Map(
  [...sheet.matchAll(/<g id="([^"]+)">(.*?)<\/g>/gs)].map(([, name, drawing]) => [name, drawing]),
)

/** The SVG elements of an icon, as markup. For the server only: in scripts they would weigh on every page. */
export const iconDrawing = (name: IconName): string => drawings.get(name) ?? ''
