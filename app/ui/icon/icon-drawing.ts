import type { IconName } from './icon-name'
import sheet from './icons.svg?raw'

const drawings = new Map(
  [...sheet.matchAll(/<g id="([^"]+)">(.*?)<\/g>/gs)].map(([, name, drawing]) => [name, drawing]),
)

/** The elements of an icon, as markup. On the server only: scripts that carry them would weigh down every page. */
export const iconDrawing = (name: IconName): string => drawings.get(name) ?? ''
