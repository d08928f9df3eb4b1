import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number)

/** Processor time used so far in milliseconds; the kernel counts hundredths of a second. */
const processorOf = (pid) => {
  const fields = statOf(pid)
  return (fields[11] + fields[12]) * 10
}

/** Processor time in milliseconds of a process and all its children, running or ended. */
export const processorOfFamily = (pid) => {
  const fields = statOf(pid)
  const ended = (fields[13] + fields[14]) * 10
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return children.filter(Boolean).reduce((sum, child) => sum + processorOf(child), processorOf(pid) + ended)
}

/** Keeps a process on one core, if the machine has several and `taskset`: other cores have colder caches. */
export const keepOnCore = (core, { pid }) => {
  if (availableParallelism() > core) spawnSync('taskset', ['-a', '-pc', String(core), String(pid)])
}

/** Starts a Node process in a folder, by default the project root, and waits until `isReady` returns true. */
export const start = async (file, { args = [], env = {}, isReady, folder = root }) => {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  while (!(await isReady(output))) {
    if (child.exitCode !== null) throw new Error(`${file} ended: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    pid: child.pid,
    output,
    startMs: performance.now() - startedAt,
    /** Resident memory in MB. */
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** Peak memory in MB; `forgetPeak` resets it. */
    peakMemory: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    processor: () => processorOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

export const answers = (url) => async () => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
