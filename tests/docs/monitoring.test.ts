import { readFileSync } from 'node:fs'
import { importNames } from 'api/company-data'
import { createApiMetrics } from 'api/metrics'
import { addDatabaseGauges } from 'api/monitoring/database-gauges'
import type { GatewayAnswer } from 'api/payments/gateways/payment-gateway'
import { addCertificateGauge } from 'monitoring/certificate'
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
          expression.extend({
            alert: z.string(),
            for: z
              .string()
              .regex(/^\d+[smhd]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string(), action: z.string() }),
          }),
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

const today = '2026-11-28T09:00:00.000Z'

/** Metrics with their labels, as the servers tell them. */
const told = new Map<string, string[]>()
/** What they tell before anything has happened. */
let atStart: Metrics
/** What they tell after calls and requests have failed. */
let afterFailures: Metrics

const gatewayFailures = ['refused', 'turned-away', 'unknown'] satisfies GatewayAnswer['kind'][]

beforeAll(async () => {
  const registry = new Registry()
  const portal = createPortalMetrics(registry)
  portal.watchQueue(() => ({ inWork: 0, waiting: {} }))
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
      reconciliations: [
        { gateway: 'yookassa', finishedAt: today, comparedTo: today, differences: 1, mended: 0 },
      ],
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
  portal.requestEnded({ method: 'GET', route: '/', status: 500, whole: true, seconds: 1 })
  for (const status of ['503', 'timeout', 'failed']) portal.upstreamCallEnded('login', status, 1)
  for (const outcome of gatewayFailures)
    api.gatewayCallEnded({ gateway: 'yookassa', call: 'find', outcome }, 1)
  afterFailures = new Metrics(await registry.metrics())
})

/** The metric of a series: histograms have several. */
const metricOf = (series: string) => series.replace(/_(?:bucket|count|sum)$/, '')
const seriesIn = (text: string) =>
  [...text.matchAll(/\b(?:portal|nodejs|process)_[a-z0-9_]*[a-z0-9]/g)].map(([name]) => name)
/** What Prometheus adds itself. */
const ofPrometheus = ['instance', 'job', 'le']

const labelsIn = (query: string) => [
  ...[...query.matchAll(/([a-z_]+)\{([^}]*)\}/g)].flatMap(([, series = '', selectors = '']) =>
    [...selectors.matchAll(/([a-z]+)\s*=~?\s*"([^"]*)"/g)].map(([, label = '', value = '']) => ({
      metric: metricOf(series),
      label,
      value,
    })),
  ),
]

/** Whether a bracket is closed by its own kind, and each is closed. */
const isBalanced = (query: string): boolean => {
  const brackets = query.replace(/"[^"]*"/g, '').replace(/[^()[\]{}]/g, '')
  const fewer = brackets.replace(/\(\)|\[\]|\{\}/g, '')
  return fewer === '' || (fewer !== brackets && isBalanced(fewer))
}

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

describe('the alert rules', () => {
  test('close what they open, and look back over durations', () => {
    expect(rules.filter(({ expr }) => !isBalanced(expr))).toEqual([])
    expect(isBalanced('sum(rate(x{a=")"}[5m])')).toBe(false)
    const ranges = rules.flatMap(({ expr }) => [...expr.matchAll(/\[(.*?)\]|offset (\S+?)(?=[\s)])/g)])
    expect(ranges.length).toBeGreaterThan(10)
    const durations = ranges.map(([, range, offset]) => range ?? offset ?? '')
    expect(durations.filter((duration) => !/^\d+[smhd]$/.test(duration))).toEqual([])
  })

  test('select values that the servers print', () => {
    const alternatives = rules.flatMap(({ expr }) =>
      labelsIn(expr).flatMap(({ metric, label, value }) =>
        value.split('|').map((one) => ({ metric, label, one })),
      ),
    )
    const isPrinted = ({ metric, label, one }: (typeof alternatives)[number]) =>
      new RegExp(`^${metric}(_count)?\\{(.*,)?${label}="${one}"[,}]`, 'm').test(afterFailures.text)
    const ours = alternatives.filter(({ label }) => !ofPrometheus.includes(label))
    expect(ours.length).toBeGreaterThan(10)
    expect(ours.filter((one) => !isPrinted(one))).toEqual([])
  })

  test('name in their texts only labels that their expressions keep', () => {
    const lost = rules.flatMap(({ alert, expr, annotations }) => {
      const kept = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
      const isAggregated = /\b(?:sum|max|min|avg|count|histogram_quantile)\b/.test(expr)
      const labels = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, name = '']) => name)
      return labels
        .filter((name) => (isAggregated ? !kept.includes(name) : !ofPrometheus.includes(name)))
        .map((name) => `${alert}: ${name}`)
    })
    expect(lost).toEqual([])
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
