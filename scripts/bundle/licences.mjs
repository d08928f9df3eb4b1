import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../prepare/root.mjs'
import { billOfMaterials } from './sbom.mjs'

const FILE = /^(licen[cs]e|copying|copyright|notice|thirdpartynotice)/i
/** A section about the licence, to the end of the file. */
const SECTION = /^#*\s*licen[cs]e\s*\n.*/ims

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** Separates the texts. */
export const RULE = `\n${'-'.repeat(80)}\n\n`

const read = (...path) =>
  readFileSync(inProject(...path), 'utf8')
    .replaceAll('\r\n', '\n')
    .trim()

const STANDARD_TEXTS = {
  MIT: () => MIT,
  'Apache-2.0': () => read('node_modules', '@opentelemetry', 'api', 'LICENSE'),
}

/** The text of a package that only names its licence. */
function standardText({ name, license, author }) {
  const ids = license.split(/[()\s]+|\bAND\b/).filter(Boolean)
  const unknown = ids.filter((id) => !(id in STANDARD_TEXTS))
  if (unknown.length > 0)
    throw new Error(`${name} has no licence text, and neither have we one of ${unknown.join(', ')}.`)
  const holder = author?.name ?? author ?? `the authors of ${name}`
  return [`Copyright (c) ${holder}`, ...ids.map((id) => STANDARD_TEXTS[id]())].join('\n\n')
}

function textOf(folder) {
  const files = readdirSync(inProject(folder))
  const texts = files.filter((file) => FILE.test(file)).sort()
  if (texts.length > 0) return texts.map((file) => read(folder, file)).join('\n\n')
  const readme = files.find((file) => /^readme/i.test(file))
  const section = readme && SECTION.exec(read(folder, readme))?.[0]
  if (section?.includes('Permission is hereby granted')) return section.trim()
  return standardText(JSON.parse(read(folder, 'package.json')))
}

/** Where a package is installed, by `name@version`. npm leaves out native modules of other systems. */
function foldersByPackage() {
  const { packages } = JSON.parse(read('package-lock.json'))
  const installed = Object.entries(packages).filter(([path]) => path && existsSync(inProject(path)))
  return new Map(
    installed.map(([path, { name = path.split('node_modules/').at(-1), version }]) => [
      `${name}@${version}`,
      path,
    ]),
  )
}

/**
 * The licence texts of the packages in the bill of materials, each text once below its packages. Without versions: every
 * visitor may read this.
 */
export async function licenceTexts() {
  const folders = foldersByPackage()
  const { components } = await billOfMaterials()
  // The bill has packages only; these drawings are copied into the sources.
  const names = new Map([[read('app', 'ui', 'icon', 'LICENSE'), new Set(['lucide-static'])]])
  for (const { name, version, scope } of components) {
    const folder = folders.get(`${name}@${version}`)
    if (folder === undefined && scope === 'optional') continue
    if (folder === undefined) throw new Error(`${name}@${version} is not installed.`)
    const text = textOf(folder)
    names.set(text, (names.get(text) ?? new Set()).add(name))
  }
  const parts = [...names].map(([text, packages]) => `${[...packages].sort().join('\n')}\n\n${text}\n`).sort()
  return ['This portal contains code of the following packages.\n', ...parts].join(RULE)
}

/** Writes third-party-licenses.txt, which is served: the scripts of the pages contain packages, too. */
export async function writeLicenceTexts() {
  writeFileSync(inProject('build', 'client', 'third-party-licenses.txt'), await licenceTexts())
}
