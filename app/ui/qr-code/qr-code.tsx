import styles from './qr-code.module.css'

/** A QR code as it was drawn on the server. */
export interface QrDrawing {
  /** Modules along one side, the quiet border included. */
  size: number
  /** The dark modules as the path of an SVG in which a module is one unit. */
  path: string
}

/** The picture of a QR code. `label` is its text alternative. */
export function QrCode({ drawing: { size, path }, label }: { drawing: QrDrawing; label: string }) {
  return (
    <div data-alt={label}>
      <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <rect className={styles.light} width={size} height={size} />
        <path className={styles.dark} d={path} />
      </svg>
    </div>
  )
}
