import { Chart } from '~/ui/chart/chart'
import { ChartLegend } from '~/ui/chart/chart-legend'
import { Stack } from '~/ui/stack/stack'
import type { VolumesDrawing } from './history-view'
import styles from './readings.module.css'

/** The volumes by month; estimated ones are hollow. The table below has the same figures. */
export function VolumesPicture({ drawing }: { drawing: VolumesDrawing }) {
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
