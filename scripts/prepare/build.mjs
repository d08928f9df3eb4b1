import { rmSync } from 'node:fs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { hashOf, isStamped, stamp } from './stamp.mjs'

const STAMP = inProject('build', '.stamp')
/** The files and folders that the build depends on. */
export const buildSources = [
  'app',
  'api',
  'contract',
  'format',
  'monitoring',
  'process',
  'public',
  'cli',
  'server.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/bundle',
  'scripts/framework',
]
const isTest = /[.]test[.]tsx?$/

const hashOfSources = () => hashOf(buildSources, (file) => !isTest.test(file))

export const isBuildFresh = () => isStamped(STAMP, hashOfSources())

/** Builds the portal, the server and the API for production. */
export async function build() {
  const sourcesHash = hashOfSources()
  rmSync(STAMP, { force: true })
  // Imported late: these modules need the dependencies.
  const { buildPortal } = await import('../bundle/portal.mjs')
  const { bundleServers } = await import('../bundle/servers.mjs')
  const { writeBuildId } = await import('../bundle/build-id.mjs')
  const { writeLicenceTexts } = await import('../bundle/licences.mjs')
  const { precompress } = await import('../bundle/precompress.mjs')
  await step('Building the pages', buildPortal)
  writeBuildId()
  await step('Bundling the servers', bundleServers)
  await step('Gathering the licence texts', writeLicenceTexts)
  await step('Compressing the assets', precompress)
  stamp(STAMP, sourcesHash)
}
