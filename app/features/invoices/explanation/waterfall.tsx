import { Chart } from '~/ui/chart/chart'
import { ChartLegend } from '~/ui/chart/chart-legend'
import { Panel } from '~/ui/panel/panel'
import type { WaterfallView } from './explanation-view'
import styles from './waterfall.module.css'

/** How one month's charges became the other's, reason by reason; the table below has the same in words. */
export function Waterfall({ view }: { view: WaterfallView }) {
  const { name, from, to } = view
  const { frame, totals, dearer, cheaper, joints, rest } = view.drawing
  return (
    <Panel title="Как изменились начисления, ₽">
      <ChartLegend
        items={[
          { text: `начислено за ${from} и за ${to}`, sample: sampleOf('total') },
          ...(dearer ? [{ text: 'стало дороже', sample: sampleOf('dearer') }] : []),
          ...(cheaper ? [{ text: 'стало дешевле', sample: sampleOf('cheaper') }] : []),
        ]}
      />
      <Chart name={name} frame={frame}>
        <path className={styles.joint} d={joints} />
        <path className={styles.total} d={totals} />
        {dearer && <path className={styles.dearer} d={dearer} />}
        {cheaper && <path className={styles.cheaper} d={cheaper} />}
      </Chart>
      <p className={styles.hint}>
        Номер под столбиком — строка таблицы ниже.
        {rest && ` Столбик ${rest} — эти строки вместе.`}
      </p>
    </Panel>
  )
}

const sampleOf = (look: 'total' | 'dearer' | 'cheaper') => <path className={styles[look]} d="M2 1h12v14H2z" />
