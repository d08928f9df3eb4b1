import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../prepare/root.mjs'

// The only external packages needed in production.
const NATIVE = ['better-sqlite3', '@node-rs/argon2']
/** A package with headers for compiling. */
const UNUSED = 'node-addon-api'
const C_SOURCES = /better-sqlite3[\\/](src|deps)$/
const PREBUILT = /[\\/]prebuilds[\\/](?<platform>[a-z0-9]+)-(?<arch>[a-z0-9]+)[.]node$/

/** Whether this is a prebuilt module for another system or processor. Modules for glibc and musl are both kept. */
function isForOthers(path) {
  const { platform, arch } = PREBUILT.exec(path)?.groups ?? {}
  return platform !== undefined && !(platform.startsWith(process.platform) && arch === process.arch)
}

function withDependencies(name, names = new Set()) {
  const manifest = inProject('node_modules', name, 'package.json')
  if (names.has(name) || name === UNUSED || !existsSync(manifest)) return names
  names.add(name)
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies }))
    withDependencies(dependency, names)
  return names
}

/** Copies into `folder` only what the built servers need at run time: `node build/server.js` runs there. */
export function gather(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'build'), { recursive: true })
  for (const part of [
    'build/server.js',
    'build/api.js',
    'build/admin.js',
    'build/parts',
    'build/client',
    'content',
    'package.json',
    'LICENSE',
  ])
    cpSync(inProject(part), join(folder, part), { recursive: true })
  for (const name of new Set(NATIVE.flatMap((native) => [...withDependencies(native)])))
    cpSync(inProject('node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !C_SOURCES.test(path) && !isForOthers(path),
    })
}
