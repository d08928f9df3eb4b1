import { readFileSync } from 'node:fs'
import { importNames } from 'api/company-data'
import { createApiMetrics } from 'api/metrics'
import { addDatabaseGauges } from 'api/monitoring/database-gauges'
import { addCertificateGauge } from 'monitoring/certificate-gauge'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createPortalMetrics } from '~/server/portal-metrics.server'
import { Metrics } from '../web/support/metrics'

const expression = z.object({ expr: z.string() })
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          expression.extend({ alert: z.string(), annotations: z.object({ action: z.string() }) }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync('docs/monitoring/alert-rules.yml', 'utf8')))
  .groups.flatMap((group) => group.rules)
const panels = z
  .object({
    panels: z.array(z.object({ id: z.number(), targets: z.array(expression).optional() })),
  })
  .parse(JSON.parse(readFileSync('docs/monitoring/grafana-dashboard.json', 'utf8'))).panels
const page = readFileSync('docs/monitoring/metrics.md', 'utf8')

/** Metrics with their labels, as the servers tell them. */
const told = new Map<string, string[]>()
/** What they tell before anything has happened. */
let atStart: Metrics

beforeAll(async () => {
  const registry = new Registry()
  createPortalMetrics(registry).watchQueue(() => ({ inWork: 0, waiting: {} }))
  const api = createApiMetrics(registry)
  api.countImports(importNames)
  api.watchConnections(() => ({ used: 0, idle: 0, waiting: 0 }))
  api.watchContent({ problems: () => [] })
  api.watchDisk('.')
  addCertificateGauge(registry, new URL('http://localhost'))
  api.watchPasswordHashes(() => ({ running: 0, waiting: 0 }))
  addDatabaseGauges(registry, {
    read: async () => ({
      payments: [],
      letters: { waiting: 0, dead: 0 },
      lags: {},
      isOnHold: false,
      reconciliations: [],
      lastBackupAt: null,
    }),
  })
  collectDefaultMetrics({ register: registry })
  atStart = new Metrics(await registry.metrics())
  for (const name of atStart.names) {
    const metric = registry.getSingleMetric(name)
    const labels = metric && 'labelNames' in metric ? z.array(z.string()).parse(metric.labelNames) : []
    told.set(name, labels)
  }
})

/** The metric of a series: histograms have several. */
const metricOf = (series: string) => series.replace(/_(?:bucket|count|sum)$/, '')
const seriesIn = (text: string) =>
  [...text.matchAll(/\b(?:portal|nodejs|process)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) => name)
/** What Prometheus adds itself. */
const ofPrometheus = ['instance', 'job', 'le']

const labelsIn = (query: string) => [
  ...[...query.matchAll(/([a-z_]+)\{([^}]*)\}/g)].flatMap(([, series = '', selectors = '']) =>
    [...selectors.matchAll(/([a-z]+)\s*=~?/g)].map(([, label = '']) => ({ metric: metricOf(series), label })),
  ),
]

describe.each([
  ['the dashboard', () => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))],
  ['the alert rules', () => rules.map(({ expr }) => expr)],
])('%s', (_, queries) => {
  test('ask for existing metrics', () => {
    const asked = queries().flatMap(seriesIn).map(metricOf)
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !told.has(name))).toEqual([])
  })

  test('select by existing labels', () => {
    const selected = queries().flatMap(labelsIn)
    expect(selected.length).toBeGreaterThan(5)
    expect(
      selected.filter(
        ({ metric, label }) =>
          metric !== 'up' && ![...ofPrometheus, ...(told.get(metric) ?? [])].includes(label),
      ),
    ).toEqual([])
  })
})

test('alerts on what should never happen see the first time: it is a rise from zero', () => {
  const firstTimes = rules
    .map(({ expr }) => /(?:increase|rate)\((\w+)(?:\{(.*?)\})?\[\w+\]\)+ > 0$/.exec(expr.trim()))
    .flatMap((found) => (found ? [{ name: found[1] ?? '', selector: found[2] ?? '' }] : []))
  expect(firstTimes.length).toBeGreaterThan(2)
  const seen = ({ name, selector }: { name: string; selector: string }) =>
    atStart.text
      .split('\n')
      .some((line) => line.startsWith(name) && line.includes(selector) && line.endsWith(' 0'))
  expect(firstTimes.filter((alert) => !seen(alert))).toEqual([])
})

test('panels are numbered once each, and alerts named once each', () => {
  const ids = panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const names = rules.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
})

describe('the page of metrics', () => {
  test('explains every metric of ours with its labels', () => {
    const ours = [...told].filter(([name]) => name.startsWith('portal_'))
    expect(ours.length).toBeGreaterThan(20)
    const rows = page.split('\n').filter((line) => line.startsWith('| `portal_'))
    const unexplained = ours.filter(([name, labels]) => {
      const row = rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``))
      return !row || labels.some((label) => !row.includes(`\`${label}\``))
    })
    expect(unexplained).toEqual([])
  })

  test('names no other', () => {
    expect(seriesIn(page).filter((name) => !told.has(name))).toEqual([])
  })
})
