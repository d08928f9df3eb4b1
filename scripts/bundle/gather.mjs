import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../prepare/root.mjs'
import { SQLITE_PACKAGE } from '../prepare/sqlite-package.mjs'

// The only external packages needed in production.
const NATIVE = [SQLITE_PACKAGE, '@node-rs/argon2']
const INSTALLERS = new Set(['prebuild-install', 'node-addon-api'])
// Sources and intermediate files of a compiled module, twenty times its own size.
const LEFTOVERS =
  /better-sqlite3(-13)?[\\/](src|deps|build[\\/](?!Release$|Release[\\/]better_sqlite3[.]node$))/
const PREBUILT = /[\\/]prebuilds[\\/](?<platform>[a-z0-9]+)-(?<arch>[a-z0-9]+)[.]node$/

/** A ready-made module for another system or processor; those of glibc and musl are both kept. */
function isForOthers(path) {
  const { platform, arch } = PREBUILT.exec(path)?.groups ?? {}
  return platform !== undefined && !(platform.startsWith(process.platform) && arch === process.arch)
}

function withDependencies(name, found = new Set()) {
  const manifest = inProject('node_modules', name, 'package.json')
  if (found.has(name) || INSTALLERS.has(name) || !existsSync(manifest)) return found
  found.add(name)
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    withDependencies(needed, found)
  return found
}

/** Copies into `folder` only what the built servers need at run time: `node build/server.js` runs there. */
export function gather(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'build'), { recursive: true })
  for (const part of [
    'build/server.js',
    'build/server.js.map',
    'build/api.js',
    'build/api.js.map',
    'build/admin.js',
    'build/admin.js.map',
    'build/parts',
    'build/client',
    'content',
    'package.json',
  ])
    cpSync(inProject(part), join(folder, part), { recursive: true })
  for (const name of new Set(NATIVE.flatMap((native) => [...withDependencies(native)])))
    cpSync(inProject('node_modules', name), join(folder, 'node_modules', name), {
      recursive: true,
      filter: (path) => !LEFTOVERS.test(path) && !isForOthers(path),
    })
}
