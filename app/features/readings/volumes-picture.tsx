import type { VolumesDrawing } from './history-view'
import styles from './readings.module.css'

/** The volumes by month; estimated ones are hollow. The table below has the same figures. */
export function VolumesPicture({ drawing }: { drawing: VolumesDrawing }) {
  const { name, width, height, base, levels, months, read, estimated } = drawing
  return (
    <div className={styles.drawing}>
      <ul className={styles.legend}>
        <li>
          <svg className={styles.sample} viewBox="0 0 16 16" aria-hidden="true">
            <path className={styles.read} d="M2 15V2h12V15z" />
          </svg>
          по показаниям
        </li>
        {estimated && (
          <li>
            <svg className={styles.sample} viewBox="0 0 16 16" aria-hidden="true">
              <path className={styles.estimated} d="M2 15V2h12V15z" />
            </svg>
            расчётное, без показаний
          </li>
        )}
      </ul>
      <div className={styles.place} data-alt={name}>
        <svg className={styles.picture} height={height} role="img" aria-label={name}>
          <svg
            width="100%"
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={styles.level} d={levels.map(({ y }) => `M0 ${y}H${width}`).join('')} />
            {read && <path className={styles.read} d={read} />}
            {estimated && <path className={styles.estimated} d={estimated} />}
            <path className={styles.level} d={`M0 ${base}H${width}`} />
          </svg>
          <g className={styles.volumes}>
            {levels.map(({ y, text }) => (
              <text key={text} x="-8" y={y + 5}>
                {text}
              </text>
            ))}
          </g>
          <g className={styles.months}>
            {months.map(({ x, text }) => (
              <text key={text} x={`${x}%`} y={height - 8}>
                {text}
              </text>
            ))}
          </g>
        </svg>
      </div>
    </div>
  )
}
