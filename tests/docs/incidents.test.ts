import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const incidents = readFileSync('docs/operating/incidents.md', 'utf8')
const quoted = [...incidents.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)
const alerts = z
  .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
  .parse(parse(readFileSync('docs/monitoring/alert-rules.yml', 'utf8')))
  .groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))

test('the recipes name alerts that exist', () => {
  const named = quoted.filter((words) => /^[A-Z][a-z]+([A-Z][a-z]+)+$/.test(words) && words !== 'YooKassa')
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((alert) => !alerts.includes(alert))).toEqual([])
})

test('the recipes name metrics that are explained', () => {
  const metrics = readFileSync('docs/monitoring/metrics.md', 'utf8')
  const named = quoted.filter((words) => words.startsWith('portal_'))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((metric) => !metrics.includes(`\`${metric}\``))).toEqual([])
})

test('each recipe says what customers see and when it is over', () => {
  const recipes = incidents.split('\n## ').slice(1)
  expect(recipes.length).toBeGreaterThan(7)
  for (const recipe of recipes) {
    expect(recipe).toMatch(/\*Over when:?\*/)
    // What a leak lets others do is in its table.
    if (!recipe.startsWith('A secret has leaked')) expect(recipe).toContain('*Customers see')
  }
})

test('the guide for one box copies files that exist', () => {
  const way =
    readFileSync('docs/operating.md', 'utf8').split('\n## One box in an hour\n')[1]?.split('\n## ')[0] ?? ''
  const lines = way.split('\n').filter((line) => /^install -m \d+ (-g \S+ )?[a-z]/.test(line))
  const files = lines.flatMap((line) =>
    line.split(' ').filter((word) => /^(portal|customer)-?[\w.-]*$/.test(word)),
  )
  const copied = files.filter((word) => word !== 'customer-portal')
  expect(copied).toHaveLength(5)
  expect(copied.filter((file) => !existsSync(`docs/deploy/${file}`))).toEqual([])
})
