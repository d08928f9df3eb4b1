import styles from './icon.module.css'
import markup from './icons.svg?raw'
import sheet from './icons.svg?url'

/** The icons in icons.svg: those in use, not all of Lucide's. */
export const iconNames = [
  'arrow-left',
  'arrow-up-right',
  'check',
  'chevron-down',
  'circle-alert',
  'circle-check',
  'clock',
  'credit-card',
  'ellipsis-vertical',
  'eye',
  'eye-off',
  'gauge',
  'glasses',
  'house',
  'info',
  'lock',
  'log-out',
  'mail',
  'map-pin',
  'menu',
  'pencil',
  'phone',
  'plus',
  'receipt-text',
  'repeat',
  'rotate-ccw-clock',
  'search',
  'star',
  'trash',
  'triangle-alert',
  'user',
  'wallet',
  'x',
] as const

export type IconName = (typeof iconNames)[number]

/** The SVG elements of an icon as markup. Empty in the browser, where they would make the scripts of every page larger. */
export const iconDrawing = (name: IconName): string => drawings?.get(name) ?? ''

const drawings = import.meta.env.SSR
  ? new Map([...markup.matchAll(/<g id="([^"]+)">(.*?)<\/g>/gs)].map(([, name, drawing]) => [name, drawing]))
  : null

/** An icon beside text with the same meaning: hidden from screen readers. */
export function Icon({ name, size }: { name: IconName; size?: 'large' }) {
  // The server inlines the icon, which React leaves unchanged; icons rendered later in the browser refer to the sheet.
  const drawing = import.meta.env.SSR ? iconDrawing(name) : `<use href="${sheet}#${name}"/>`
  return (
    <svg
      className={styles.icon}
      data-size={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup from our own file, by a name of our own.
      dangerouslySetInnerHTML={{ __html: drawing }}
      suppressHydrationWarning
    />
  )
}
