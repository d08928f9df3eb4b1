import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { Chart, type ChartFrame, ChartLegend } from '~/ui/chart/chart'
import { Select } from '~/ui/select/select'
import { Stack } from '~/ui/stack/stack'
import { type Column, Table } from '~/ui/table/table'
import styles from './readings.module.css'

/** One reading of the history. */
interface PastReadingView {
  /** 'октябрь 2026' */
  period: string
  when: string
  name: string
  value: string
  volume: string
  source: string
  isEstimated: boolean
}

/** The volumes of one meter by month, as columns. */
export interface VolumesDrawing {
  name: string
  frame: ChartFrame
  /** The y of zero. */
  base: number
  /** The columns' outlines: months by readings, and months with an estimate. */
  read: string
  estimated: string
}

export interface ReadingHistoryView {
  rows: PastReadingView[]
  isFirst: boolean
  nextCursor: string | null
  /** Null for several meters together, and for fewer than two months. */
  drawing: VolumesDrawing | null
}

interface ReadingHistoryProps {
  account: string
  history: ReadingHistoryView
  choices: readonly { value: string; title: string }[]
  meter: string
}

/** Past readings, newest first, of all meters or of one. */
export function ReadingHistory({ account, history, choices, meter }: ReadingHistoryProps) {
  const { rows, isFirst, nextCursor, drawing } = history
  const filter = { account, ...(meter && { meter }) }
  return (
    <section aria-labelledby="readings-history">
      <Stack>
        <h2 id="readings-history">История показаний</h2>
        {choices.length > 1 && (
          <Form
            className={styles.filter}
            method="get"
            action={paths.readings()}
            aria-label="Показания какого счётчика показать"
          >
            <input type="hidden" name="account" value={account} />
            <Select
              key={meter}
              id="readings-meter"
              name="meter"
              label="Счётчик"
              defaultValue={meter}
              options={[{ value: '', title: 'Все счётчики' }, ...choices]}
            />
            <div className={styles.button}>
              <Button kind="secondary">Показать</Button>
            </div>
          </Form>
        )}
        {drawing && <VolumesPicture drawing={drawing} />}
        {rows.length > 0 ? (
          <Table caption="Показания" hideCaption columns={columns} rows={rows} narrow="brief" />
        ) : (
          <p>{isFirst ? 'Показаний ещё нет.' : 'Более ранних показаний нет.'}</p>
        )}
        {(nextCursor || !isFirst) && (
          <nav aria-label="Страницы списка" data-print="hidden">
            <Stack direction="row">
              {nextCursor && (
                <ButtonLink kind="secondary" to={paths.readings({ ...filter, cursor: nextCursor })}>
                  Показать более ранние
                </ButtonLink>
              )}
              {!isFirst && (
                <ButtonLink kind="quiet" to={paths.readings(filter)}>
                  К началу
                </ButtonLink>
              )}
            </Stack>
          </nav>
        )}
      </Stack>
    </section>
  )
}

const columns: Column<PastReadingView>[] = [
  { key: 'name', title: 'Счётчик', head: true, cell: ({ name }) => name },
  { key: 'period', title: 'За месяц', cell: ({ period }) => period },
  { key: 'when', title: 'Дата', cell: ({ when }) => when },
  { key: 'value', title: 'Показание', align: 'end', cell: ({ value }) => value },
  { key: 'volume', title: 'Расход', align: 'end', cell: ({ volume }) => volume },
  {
    key: 'source',
    title: 'Откуда',
    cell: ({ source, isEstimated }) => (
      <span className={styles.source} data-estimated={isEstimated}>
        {source}
      </span>
    ),
  },
]

/** The volumes by month; estimated ones are hollow. The table below has the same figures. */
function VolumesPicture({ drawing }: { drawing: VolumesDrawing }) {
  const { name, frame, base, read, estimated } = drawing
  return (
    <Stack>
      <ChartLegend
        items={[
          { text: 'по показаниям', sample: <path className={styles.read} d={SAMPLE} /> },
          ...(estimated
            ? [{ text: 'расчётное, без показаний', sample: <path className={styles.estimated} d={SAMPLE} /> }]
            : []),
        ]}
      />
      <Chart name={name} frame={frame}>
        {read && <path className={styles.read} d={read} />}
        {estimated && <path className={styles.estimated} d={estimated} />}
        <path className={styles.base} d={`M0 ${base}H${frame.width}`} />
      </Chart>
    </Stack>
  )
}

const SAMPLE = 'M2 15V2h12V15z'
