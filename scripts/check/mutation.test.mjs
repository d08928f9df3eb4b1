import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas } from '../../tests/mutation/areas.mjs'
import { inProject } from '../prepare/root.mjs'

const patterns = Object.values(areas).flatMap(({ mutate, tests }) => [...mutate, ...tests])

test.each(patterns.filter((pattern) => !pattern.startsWith('!')))('%s names files', (pattern) => {
  expect(globSync(pattern, { cwd: inProject() })).not.toEqual([])
})
