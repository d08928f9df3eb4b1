import { Disclosure } from '~/ui/disclosure/disclosure'
import { Panel } from '~/ui/panel/panel'
import { type Column, Table } from '~/ui/table/table'
import type { ChargesView, ChartDrawing } from './charges-chart'
import styles from './charges-picture.module.css'

/** What was charged and what was paid, month by month: a picture, and all of its figures in a table. */
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
            <circle className={styles.points} cx="16" cy="8" r="3.5" />
          </svg>
          оплачено — линия с точками
        </li>
      </ul>
      <div className={styles.place} data-alt={name}>
        <Drawing drawing={view.wide} name={name} size="wide" />
        <Drawing drawing={view.narrow} name={name} size="narrow" />
      </div>
      <Disclosure summary="Те же суммы таблицей">
        <Table
          caption={name}
          hideCaption
          columns={columns}
          rows={view.rows}
          rowKey={({ period }) => period}
          narrow="table"
        />
      </Disclosure>
    </Panel>
  )
}

function Drawing({ drawing, name, size }: { drawing: ChartDrawing; name: string; size: 'wide' | 'narrow' }) {
  const { width, height, left, right, sums, months, monthsY, charged, paid, points } = drawing
  return (
    <svg
      className={styles.picture}
      data-size={size}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
    >
      {sums.map(({ y, text }) => (
        <g key={text}>
          <path className={styles.level} d={`M${left} ${y}H${right}`} />
          <text className={styles.sum} x={left - 8} y={y + 5}>
            {text}
          </text>
        </g>
      ))}
      <path className={styles.charged} d={charged} />
      <path className={styles.paid} d={paid} />
      <path className={styles.points} d={points} />
      {months.map(({ x, text }) => (
        <text className={styles.month} key={text} x={x} y={monthsY}>
          {text}
        </text>
      ))}
    </svg>
  )
}

const columns: Column<ChargesView['rows'][number]>[] = [
  { key: 'month', title: 'Месяц', head: true, cell: ({ month }) => month },
  { key: 'charged', title: 'Начислено', align: 'end', cell: ({ charged }) => charged },
  { key: 'paid', title: 'Оплачено', align: 'end', cell: ({ paid }) => paid },
]
