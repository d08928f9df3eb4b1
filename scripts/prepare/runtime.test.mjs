import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { inProject } from './root.mjs'
import { runtimeFor } from './runtime.mjs'
import { Stop } from './stop.mjs'
import { SUPPORTED_NODE } from './supported-node.mjs'

const read = (file) => JSON.parse(readFileSync(inProject(file), 'utf8'))

describe('the version of Node', () => {
  test('is one for editors, for npm and for the servers, and in the packages for machines that have another', () => {
    const { optionalDependencies } = read('scripts/runtime/package.json')
    expect(new Set(Object.values(optionalDependencies).map((version) => version.split('.')[0]))).toEqual(
      new Set([`${SUPPORTED_NODE}`]),
    )
    expect(readFileSync(inProject('.nvmrc'), 'utf8')).toBe(`${SUPPORTED_NODE}\n`)
    expect(read('package.json').engines).toEqual({ node: `^${SUPPORTED_NODE}` })
  })

  test.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['win32', 'x64'],
  ])('is in npm for %s %s', (platform, arch) => {
    const { version, program } = runtimeFor({ platform, arch })
    const [, path] = /(node_modules.+)[\\/]bin/.exec(program) ?? []
    expect(read('scripts/runtime/package-lock.json').packages[path]).toMatchObject({
      version,
      os: platform,
      cpu: arch,
    })
  })

  test('is not in npm for other platforms, which one line says', () => {
    expect(() => runtimeFor({ platform: 'darwin', arch: 'arm64' })).toThrow(
      new Stop('npm has no Node 26 for darwin arm64: install one yourself, see https://nodejs.org'),
    )
  })

  test('may not be too old to install it, which one line says', async () => {
    const faked = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.17.0' })"
    const script = spawn(process.execPath, ['--import', faked, inProject('scripts', 'start.mjs')])
    const printed = script.stderr.toArray()
    expect((await once(script, 'exit'))[0]).toBe(1)
    expect(Buffer.concat(await printed).toString()).toBe(
      'Node 26 is needed, or 20.18 at least to get it from npm: this is 20.17.0.\n',
    )
  })
})

describe('a script that runs again', () => {
  /** Does `work`, then prints its process id; its parent is a process that runs it by `replaceProcess`. */
  async function started(work) {
    const url = (file) => new URL(file, import.meta.url).href
    const again = `import '${url('./node-version.mjs')}'
${work}
console.log(process.pid)`
    const args = JSON.stringify(['--input-type=module', '--eval', again])
    const parent = `import { replaceProcess } from '${url('./runtime.mjs')}'
await replaceProcess(process.execPath, ${args})`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const nextLine = async () => (await lines.next()).value
    return { child, exit: once(child, 'exit'), pid: Number(await nextLine()), nextLine }
  }

  const ENDS_IN_ORDER = `setInterval(() => {}, 1e6)
process.on('SIGTERM', () => { console.log('in order'); process.exit(3) })`

  test('ends with its exit code', async () => {
    const { exit } = await started('process.exitCode = 7')
    expect(await exit).toEqual([7, null])
  })

  test('ends by the signal that ended it', async () => {
    const { exit, pid } = await started('setInterval(() => {}, 1e6)')
    process.kill(pid, 'SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
  })

  test('gets a signal, and is waited for', async () => {
    const { child, exit, nextLine } = await started(ENDS_IN_ORDER)
    child.kill('SIGTERM')
    expect(await nextLine()).toBe('in order')
    expect(await exit).toEqual([3, null])
  })

  test('ends in order when its parent is killed', async () => {
    const { child, nextLine } = await started(ENDS_IN_ORDER)
    child.kill('SIGKILL')
    expect(await nextLine()).toBe('in order')
  })
})
