import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderWithHeaders } from './node-headers.mjs'

function nodeIn(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'node-headers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['bin/node', ...files]) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  return { folder, executable: join(folder, 'bin/node') }
}

test('headers that came with Node are found beside its program', () => {
  const { folder, executable } = nodeIn('include/node/node_version.h')
  expect(folderWithHeaders(executable)).toBe(folder)
})

test('a Node without headers has none', () => {
  expect(folderWithHeaders(nodeIn().executable)).toBeUndefined()
})
