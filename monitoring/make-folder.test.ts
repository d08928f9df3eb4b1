import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder'

describe('a folder', () => {
  let parent = ''
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'make-folder-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is made with those above it, for its owner only, and may be there', () => {
    const folder = join(parent, 'new', 'data')
    makeFolder(folder)
    makeFolder(folder)
    for (const made of [join(parent, 'new'), folder]) expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['/proc/data', 'ENOENT'],
    ['/proc/new/data', 'ENOENT'],
    ['/dev/null/data', 'ENOTDIR'],
  ])('is not made at %s', (path, code) => {
    expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code }))
  })
})
