import styles from './icon.module.css'
import { iconDrawing } from './icon-drawing'
import type { IconName } from './icon-name'
import sheet from './icons.svg?url'

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
