import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Stop } from './stop.mjs'

const running = new Set()

function endWithChildren(signal) {
  for (const child of running) child.kill(signal)
  process.exit(128 + constants.signals[signal])
}

function track(child) {
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endWithChildren)
  running.add(child)
}

function untrack(child) {
  running.delete(child)
  if (running.size === 0) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, endWithChildren)
}

/**
 * Runs a command to its end and returns `{ code, output, stdout }`: all that it printed, and its standard output alone.
 * With `show` all is printed at once instead. A signal to this process also ends the command. A command that can't be
 * started has code 127.
 */
export function run(command, args, { show = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { stdio, ...options })
    let output = ''
    let stdout = ''
    const keep = (text) => {
      output += text
    }
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      keep(text)
      stdout += text
    })
    child.stderr?.setEncoding('utf8').on('data', keep)
    const end = (code) => {
      untrack(child)
      resolve({ code, output, stdout })
    }
    child.once('error', (error) => {
      output += error.message
      end(127)
    })
    child.once('close', (code, signal) => end(code ?? 128 + constants.signals[signal]))
    track(child)
  })
}

/** Runs a command and returns its standard output. Throws `Stop` with the output and `failure` if the command fails. */
export async function runOrStop(failure, command, args, options) {
  const { code, output, stdout } = await run(command, args, options)
  if (code === 0) return stdout
  throw new Stop([output.trimEnd(), failure].filter(Boolean).join('\n'))
}

/** Runs npm: the one that started this script, if any. */
export function npm(failure, args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return runOrStop(failure, process.execPath, [cli, ...args], options)
  return runOrStop(failure, 'npm', args, { shell: process.platform === 'win32', ...options })
}
