import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../prepare/root.mjs'

/**
 * Writes builds/latest.json and builds/meta/{id}.json, `{ id, timestamp (ms, UTC) }`. An open page detects a new build by
 * them. The id is that of Remix's manifest, `__remixManifest.version` in pages: it changes with anything that
 * browsers load.
 */
export function writeBuildId() {
  const client = inProject('build', 'client')
  const manifests = readdirSync(join(client, 'assets')).flatMap(
    (name) => /^manifest-(\w+)[.]js$/.exec(name)?.[1] ?? [],
  )
  const [id] = manifests
  if (id === undefined || manifests.length > 1)
    throw new Error(`build/client/assets holds ${manifests.length} manifests instead of one`)
  const meta = JSON.stringify({ id, timestamp: Date.now() })
  mkdirSync(join(client, 'builds', 'meta'), { recursive: true })
  writeFileSync(join(client, 'builds', 'latest.json'), meta)
  writeFileSync(join(client, 'builds', 'meta', `${id}.json`), meta)
}
