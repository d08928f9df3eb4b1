import { Stack } from '../stack/stack'
import { Chart, type ChartFrame } from './chart'
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

const column = { fill: 'currentColor', fillOpacity: 0.25, stroke: 'currentColor' }
const estimate = { fill: 'none', stroke: 'currentColor', strokeDasharray: '4 3' }
const SAMPLE = 'M2 15V2h12V15z'

export const examples = {
  'Столбики с условными обозначениями': (
    <Stack>
      <ChartLegend
        items={[
          { text: 'начислено', sample: <path {...column} d={SAMPLE} /> },
          { text: 'по оценке', sample: <path {...estimate} d={SAMPLE} /> },
        ]}
      />
      <Chart name="Начислено по месяцам: от 2 400 до 3 000 ₽" frame={frame} sparseLabels>
        <path {...column} d="M3 160V58h14V160zM23 160V71h14V160zM43 160V64h14V160z" />
        <path {...estimate} d="M63 160V49h14V160z" />
      </Chart>
    </Stack>
  ),
}
