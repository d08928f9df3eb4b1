import { Panel } from '~/ui/panel/panel'
import type { WaterfallDrawing, WaterfallView } from './explanation-view'
import styles from './waterfall.module.css'

/** How one sum became the other, reason by reason; the table below has the same in words. */
export function Waterfall({ view }: { view: WaterfallView }) {
  const { name, from, to, drawing } = view
  return (
    <Panel title="Как изменилась сумма, ₽">
      <ul className={styles.legend}>
        <li>
          <Sample look="total" />
          счета за {from} и за {to}
        </li>
        {drawing.dearer && (
          <li>
            <Sample look="dearer" />
            стало дороже
          </li>
        )}
        {drawing.cheaper && (
          <li>
            <Sample look="cheaper" />
            стало дешевле
          </li>
        )}
      </ul>
      <div data-alt={name}>
        <Drawing drawing={drawing} name={name} />
      </div>
      <p className={styles.hint}>
        Номер под столбиком — строка таблицы ниже.
        {drawing.hasRest && ' Столбик без номера — остальные строки вместе.'}
      </p>
    </Panel>
  )
}

function Sample({ look }: { look: 'total' | 'dearer' | 'cheaper' }) {
  return (
    <svg className={styles.sample} viewBox="0 0 16 16" aria-hidden="true">
      <path className={styles[look]} d="M2 1h12v14H2z" />
    </svg>
  )
}

/** Columns stretch with the width; labels do not. */
function Drawing({ drawing, name }: { drawing: WaterfallDrawing; name: string }) {
  const { width, height, levels, sums, totals, dearer, cheaper, joints, numbers } = drawing
  return (
    <svg className={styles.picture} height={height} role="img" aria-label={name}>
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.level} d={levels} />
        <path className={styles.joint} d={joints} />
        <path className={styles.total} d={totals} />
        {dearer && <path className={styles.dearer} d={dearer} />}
        {cheaper && <path className={styles.cheaper} d={cheaper} />}
      </svg>
      <g className={styles.sums}>
        {sums.map(({ y, text }) => (
          <text key={text} x="-8" y={y + 5}>
            {text}
          </text>
        ))}
      </g>
      <g className={styles.numbers}>
        {numbers.map(({ x, text }) => (
          <text key={text} x={`${x}%`} y={height - 8}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}
