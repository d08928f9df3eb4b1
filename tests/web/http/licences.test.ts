import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import { portalOfThisFile } from '../support/portal'

const portal = await portalOfThisFile(await fakeUpstreamOfThisFile())

const PARTS = join('build', 'parts')
const sourceMap = z.object({ sources: z.array(z.string()) })

/** The packages whose code is in the built server. */
const bundledPackages = () => {
  const sources = readdirSync(PARTS)
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => sourceMap.parse(JSON.parse(readFileSync(join(PARTS, file), 'utf8'))).sources)
  return new Set(
    sources.flatMap(
      (source) => /^.*?node_modules\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
    ),
  )
}

test('everybody can read the licence texts of all packages in the built program, in any language', async () => {
  const page = await portal.visitor().get('/third-party-licenses.txt')
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/plain;charset=utf-8')
  expect(page.html).toContain('Hannes Hörl')
  const bundled = bundledPackages()
  // In the file of the package that contains it.
  bundled.delete('@parcel/node-resolver-core')
  expect(bundled).toContain('react')
  const lines = new Set(page.html.split('\n'))
  expect([...bundled].filter((name) => !lines.has(name))).toEqual([])
})
