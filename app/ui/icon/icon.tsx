import styles from './icon.module.css'
import { iconDrawing } from './icon-drawing'
import type { IconName } from './icon-name'
import sheet from './icons.svg?url'

/** A picture beside words that already say the same: hidden from screen readers, as large as the text around it. */
export function Icon({ name, size = 'text' }: { name: IconName; size?: 'text' | 'large' }) {
  // The server draws the icon into its HTML, where React leaves it be; what scripts draw later refers to the sheet.
  const drawing = import.meta.env.SSR ? iconDrawing(name) : `<use href="${sheet}#${name}"/>`
  return (
    <svg
      className={styles.icon}
      data-size={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own file, by a name of our own.
      dangerouslySetInnerHTML={{ __html: drawing }}
      suppressHydrationWarning
    />
  )
}
