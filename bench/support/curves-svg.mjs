import { scaleLinear, scaleLog } from 'd3-scale'
import { line, symbol, symbolsFill } from 'd3-shape'

const WIDTH = 800
const HEIGHT = 320
const LEFT = 64
const RIGHT = 230
const TOP = 36
const BOTTOM = 44
const COLOURS = ['#1f5fbf', '#c2410c', '#15803d', '#7c3aed', '#a16207', '#be123c']
const DASHES = ['', '6 3', '2 3']

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * A line chart as SVG. `curves` is `[{ name, look, dash, points: [[x, y], …] }]`. Curves of one `look` (a number) have the
 * same colour and the same signs, because not everybody can tell colours apart. `logarithmic` is about the x axis.
 */
export const curvesSvg = ({ title, xLabel, yLabel, curves, logarithmic = false }) => {
  const points = curves.flatMap((curve) => curve.points)
  const xs = points.map(([x]) => x)
  const x = (logarithmic ? scaleLog() : scaleLinear())
    .domain([Math.min(...xs), Math.max(...xs)])
    .range([LEFT, WIDTH - RIGHT])
  const y = scaleLinear()
    .domain([0, Math.max(...points.map(([, value]) => value))])
    .nice()
    .range([HEIGHT - BOTTOM, TOP])
  const xTicks = logarithmic ? x.ticks().filter((tick) => Number.isInteger(Math.log10(tick))) : x.ticks(7)
  const path = line(
    ([at]) => x(at),
    ([, value]) => y(value),
  )
  const rows = [
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...y
      .ticks(5)
      .flatMap((tick) => [
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}" stroke="#d4d4d8"/>`,
        `<text x="${LEFT - 8}" y="${y(tick) + 4}" text-anchor="end">${compact.format(tick)}</text>`,
      ]),
    ...xTicks.map(
      (tick) =>
        `<text x="${x(tick)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${compact.format(tick)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text x="14" y="${(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})">${escaped(yLabel)}</text>`,
    ...curves.flatMap(({ name, look, dash, points: dots }, at) => {
      const colour = COLOURS[look]
      const stroke = `stroke="${colour}" stroke-width="1.5" stroke-dasharray="${DASHES[dash]}"`
      const sign = (left, top) =>
        `<path d="${symbol(symbolsFill[look], 36)()}" transform="translate(${left} ${top})" fill="${colour}"/>`
      const [left, top] = [WIDTH - RIGHT + 16, TOP + 10 + at * 20]
      return [
        `<path d="${path(dots)}" fill="none" ${stroke}/>`,
        ...(dots.length > 20 ? [] : dots.map(([pointX, pointY]) => sign(x(pointX), y(pointY)))),
        `<line x1="${left}" x2="${left + 32}" y1="${top}" y2="${top}" ${stroke}/>`,
        sign(left + 16, top),
        `<text x="${left + 40}" y="${top + 4}">${escaped(name)}</text>`,
      ]
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${rows.join('\n')}
</svg>
`
}
