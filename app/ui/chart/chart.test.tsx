import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Chart, ChartLegend } from './chart'

const frame = {
  width: 40,
  height: 190,
  levels: [
    { y: 160, text: '0' },
    { y: 12, text: '500' },
  ],
  labels: [{ x: 25, text: '09.2026' }],
}

describe('a chart', () => {
  const html = renderToStaticMarkup(
    <Chart name="Расход по месяцам" frame={frame}>
      <path d="M1 2V3" />
    </Chart>,
  )

  test('is one picture with a name, which also stands where pictures are off', () => {
    expect(html.match(/role="img"/g)).toHaveLength(1)
    expect(html).toContain('aria-label="Расход по месяцам"')
    expect(html).toContain('data-alt="Расход по месяцам"')
  })

  test('has a line and a value at each level, the labels, and the marks above the lines', () => {
    expect(html).toContain('d="M0 160H40M0 12H40"')
    expect(html).toContain('y="165">0</text>')
    expect(html).toContain('y="17">500</text>')
    expect(html).toContain('x="25%" y="182">09.2026</text>')
    expect(html.indexOf('M1 2V3')).toBeGreaterThan(html.indexOf('M0 160H40'))
  })
})

test('a legend says in words what its samples show', () => {
  const html = renderToStaticMarkup(
    <ChartLegend items={[{ text: 'по показаниям', sample: <path d="M2 15V2h12V15z" /> }]} />,
  )
  expect(html).toMatch(/<li><svg [^>]*aria-hidden="true"[^>]*>.*<\/svg>по показаниям<\/li>/)
})
