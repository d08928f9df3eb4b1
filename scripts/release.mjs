import './prepare/node-version.mjs'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gather } from './bundle/gather.mjs'
import { billOfMaterials } from './bundle/sbom.mjs'
import { preparedBuild } from './prepare/prepare.mjs'
import { step } from './prepare/progress.mjs'
import { inProject } from './prepare/root.mjs'
import { runOrStop } from './prepare/run.mjs'
import { entry } from './prepare/stop.mjs'

const FOLDER = inProject('release')

// The archive has native modules: it runs where it was made, on the same system and the same major version of Node.
const machine = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`

/** The files that an operator reads and copies on a machine that has only the archive. */
const FOR_OPERATORS = ['README.md', 'CHANGELOG.md', '.env.example', 'docs']

async function pack(name) {
  gather(join(FOLDER, name))
  for (const part of FOR_OPERATORS) cpSync(inProject(part), join(FOLDER, name, part), { recursive: true })
  // Owned by root: the server's user reads the program and never changes it.
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  await runOrStop('tar failed.', 'tar', [...owner, '-czf', `${name}.tar.gz`, name], { cwd: FOLDER })
  rmSync(join(FOLDER, name), { recursive: true })
}

const sumOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, file)))
    .digest('hex')

/** Writes the built portal as an archive, the bill of materials of its packages, and the checksums of both. */
await entry(async () => {
  const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const archive = `${name}-${version}-${machine}`
  const bill = `${name}-${version}.cdx.json`
  await preparedBuild({ always: true })
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  await step('Packing the portal', () => pack(archive))
  await step('Listing its packages', async () =>
    writeFileSync(join(FOLDER, bill), `${JSON.stringify(await billOfMaterials(), null, 2)}\n`),
  )
  const sums = [`${archive}.tar.gz`, bill].map((file) => `${sumOf(file)}  ${file}\n`)
  writeFileSync(join(FOLDER, 'SHA256SUMS'), sums.join(''))
  console.log(`In release/:\n${sums.join('')}`)
})
