import { Chart, type ChartFrame, ChartLegend } from '~/ui/chart/chart'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Panel } from '~/ui/panel/panel'
import { type Column, Table } from '~/ui/table/table'
import styles from './charges-picture.module.css'

/** Charges and payments by month: a drawing, and the same amounts as a table. */
export interface ChargesView {
  /** 'октябрь 2024 — сентябрь 2026' */
  span: string
  drawing: ChargesDrawing
  /** Month, charged, paid; oldest first. */
  rows: readonly (readonly [month: string, charged: string, paid: string])[]
}

export interface ChargesDrawing {
  frame: ChartFrame
  /** The charges: all columns, one path. */
  charged: string
  /** The payments: a line with one point per month. */
  paid: string
}

/** The chart of charges and payments by month, and its figures as a table. */
export function ChargesPicture({ view }: { view: ChargesView }) {
  const { frame, charged, paid } = view.drawing
  const name = `Начислено и оплачено по месяцам, ${view.span}`
  return (
    <Panel title="Начислено и оплачено, ₽">
      <ChartLegend
        items={[
          {
            text: 'начислено — столбики',
            sample: <path className={styles.charged} d="M10 15V2h12V15z" />,
            wide: true,
          },
          {
            text: 'оплачено — линия',
            sample: (
              <>
                <path className={styles.paid} d="M1 8H31" />
                <path className={styles.points} d="M16 8h.01" />
              </>
            ),
            wide: true,
          },
        ]}
      />
      <Chart name={name} frame={frame} sparseLabels>
        <path className={styles.charged} d={charged} />
        <path className={styles.paid} d={paid} />
        <path className={styles.points} d={dotsAt(paid)} />
      </Chart>
      <Disclosure summary="Те же суммы таблицей">
        <Table
          caption="Начислено и оплачено по месяцам"
          hideCaption
          columns={columns}
          rows={view.rows}
          narrow="table"
        />
      </Disclosure>
    </Panel>
  )
}

/** An almost zero-length line at each point of a path: round caps draw it as a dot. */
const dotsAt = (path: string) => `${path.replaceAll('L', 'h.01M')}h.01`

const columns: Column<ChargesView['rows'][number]>[] = [
  { key: 'month', title: 'Месяц', head: true, cell: ([month]) => month },
  { key: 'charged', title: 'Начислено', align: 'end', cell: ([, charged]) => charged },
  { key: 'paid', title: 'Оплачено', align: 'end', cell: ([, , paid]) => paid },
]
