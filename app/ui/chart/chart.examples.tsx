import { Stack } from '../stack/stack'
import { Chart, type ChartFrame } from './chart'
import styles from './chart-examples.module.css'
import { ChartLegend } from './chart-legend'

export const title = 'Диаграмма'

const frame: ChartFrame = {
  width: 80,
  height: 190,
  levels: [
    { y: 160, text: '0' },
    { y: 86, text: '2\u00a0000' },
    { y: 12, text: '4\u00a0000' },
  ],
  labels: [
    { x: 12.5, text: '07.2026' },
    { x: 37.5, text: '08.2026' },
    { x: 62.5, text: '09.2026' },
    { x: 87.5, text: '10.2026' },
  ],
}

const columns = <path className={styles.column} d="M3 160V58h14V160zM23 160V71h14V160zM43 160V64h14V160z" />
const estimate = <path className={styles.estimate} d="M63 160V49h14V160z" />

export const examples = {
  'Столбики с условными обозначениями': (
    <Stack>
      <ChartLegend
        items={[
          { text: 'начислено', sample: <path className={styles.column} d="M2 15V2h12V15z" /> },
          { text: 'по оценке', sample: <path className={styles.estimate} d="M2 15V2h12V15z" /> },
        ]}
      />
      <Chart name="Начислено по месяцам: от 2 400 до 3 000 ₽" frame={frame}>
        {columns}
        {estimate}
      </Chart>
    </Stack>
  ),
  'Подписей меньше, когда тесно': (
    <div className={styles.narrow}>
      <Chart name="Начислено по месяцам: от 2 400 до 3 000 ₽" frame={frame} sparseLabels>
        {columns}
        {estimate}
      </Chart>
    </div>
  ),
}
