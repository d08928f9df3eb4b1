import { readFileSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'

const PRODUCTION = /^((app|api|contract|format|monitoring|process|cli)\/|server\.ts$)/
const CODE = /\.[cm]?[jt]sx?$/
const TEST = /\.test\.[cm]?tsx?$/
const SMALL = 12

const isProduction = (path) => PRODUCTION.test(path) && CODE.test(path) && !TEST.test(path)
const isTest = (path) => (/^(tests|e2e)\//.test(path) || TEST.test(path)) && CODE.test(path)

const linesOf = (path) => readFileSync(inProject(path), 'utf8').split('\n').length - 1
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0)

/**
 * Returns the entries of a folder (files and folders), each with the entries that it imports. A folder includes all its
 * files.
 * @param modules of dependency-cruiser's report
 */
function entriesOf(folder, modules) {
  const entryOf = (path) =>
    path.startsWith(`${folder}/`) && isProduction(path)
      ? path.split('/')[folder.split('/').length]
      : undefined
  const entries = new Map()
  for (const { source, dependencies } of modules) {
    const entry = entryOf(source)
    if (entry === undefined) continue
    const imports = entries.get(entry) ?? new Set()
    for (const { resolved } of dependencies) {
      const other = entryOf(resolved)
      if (other !== undefined && other !== entry) imports.add(other)
    }
    entries.set(entry, imports)
  }
  return entries
}

/** The length of the longest chain of imports between the entries of a folder. A circle counts once. */
function floorsOf(entries) {
  const floors = new Map()
  const floorOf = (entry, above) => {
    if (floors.has(entry)) return floors.get(entry)
    const below = [...(entries.get(entry) ?? [])].filter((other) => !above.includes(other))
    const floor = 1 + Math.max(0, ...below.map((other) => floorOf(other, [...above, entry])))
    floors.set(entry, floor)
    return floor
  }
  return Math.max(...[...entries.keys()].map((entry) => floorOf(entry, [])))
}

/**
 * Compares the size of the code with its limits, one line for each figure.
 * @param modules of dependency-cruiser's report
 */
export function structureFigures(modules) {
  const paths = modules.map(({ source }) => source).filter((path) => !path.includes('node_modules/'))
  const production = paths.filter(isProduction)
  const lines = production.map(linesOf)
  const figures = [
    ['production files', production.length, 850],
    [`of ${SMALL} lines or fewer`, lines.filter((count) => count <= SMALL).length, 25],
    ['production lines', sum(lines), 62_000],
    ['lines of tests', sum(paths.filter(isTest).map(linesOf)), 70_000],
    ['floors of api/', floorsOf(entriesOf('api', modules)), 10],
    ['at the top of api/payments/', entriesOf('api/payments', modules).size, 12],
  ]
  const number = (value) => value.toLocaleString('en-US').padStart(7)
  return figures.map(
    ([name, value, target]) =>
      `  ${name.padEnd(30)}${number(value)}  of at most${number(target)}${value > target ? '  too many' : ''}`,
  )
}
