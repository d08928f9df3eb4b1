import { Disclosure } from '~/ui/disclosure/disclosure'
import { Panel } from '~/ui/panel/panel'
import { type Column, Table } from '~/ui/table/table'
import type { ChargesView, ChartDrawing } from './charges-chart'
import styles from './charges-picture.module.css'

/** The chart of charges and payments by month, and its figures as a table. */
export function ChargesPicture({ view }: { view: ChargesView }) {
  const name = `Начислено и оплачено по месяцам, ${view.span}`
  return (
    <Panel title="Начислено и оплачено, ₽">
      <ul className={styles.legend}>
        <li>
          <svg className={styles.sample} viewBox="0 0 32 16" aria-hidden="true">
            <path className={styles.charged} d="M10 15V2h12V15z" />
          </svg>
          начислено — столбики
        </li>
        <li>
          <svg className={styles.sample} viewBox="0 0 32 16" aria-hidden="true">
            <path className={styles.paid} d="M1 8H31" />
            <path className={styles.points} d="M16 8h.01" />
          </svg>
          оплачено — линия с точками
        </li>
      </ul>
      <div className={styles.place} data-alt={name}>
        <Drawing drawing={view.drawing} name={name} />
      </div>
      <Disclosure summary="Те же суммы таблицей">
        <Table caption={name} hideCaption columns={columns} rows={view.rows} narrow="table" />
      </Disclosure>
    </Panel>
  )
}

/** Lines and columns stretch with the width; labels and points do not. */
function Drawing({ drawing, name }: { drawing: ChartDrawing; name: string }) {
  const { width, height, sums, months, levels, charged, paid } = drawing
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
        <path className={styles.charged} d={charged} />
        <path className={styles.paid} d={paid} />
        <path className={styles.points} d={dotsAt(paid)} />
      </svg>
      <g className={styles.sums}>
        {sums.map(({ y, text }) => (
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
  )
}

/** An almost zero-length line at each point of a path: round caps draw it as a dot. */
const dotsAt = (path: string) => `${path.replaceAll('L', 'h.01M')}h.01`

const columns: Column<ChargesView['rows'][number]>[] = [
  { key: 'month', title: 'Месяц', head: true, cell: ([month]) => month },
  { key: 'charged', title: 'Начислено', align: 'end', cell: ([, charged]) => charged },
  { key: 'paid', title: 'Оплачено', align: 'end', cell: ([, , paid]) => paid },
]
