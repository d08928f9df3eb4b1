import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ImportName, type ImportResult, importResult } from '../import/import-result'
import type { ImportSwitches } from '../import/run-import'

interface ProcessOrder {
  kind: ImportName
  path: string
  /** Undefined: the columns are called like the fields. */
  mapPath: string | undefined
  switches: ImportSwitches
  /** The operator's name in the operator log. */
  by: string
}

/** `null`: the process ended without a result, and a part may be written; `complaint` is its stderr, for the log. */
export type ProcessEnd = { result: ImportResult } | { result: null; complaint: string }

export type RunImport = (order: ProcessOrder) => Promise<ProcessEnd>

/**
 * Runs the command `import` of a program in a process of its own, with this one's settings: a file of a million lines
 * keeps a processor busy for minutes, and a server has to answer meanwhile. The import ends when this process does.
 */
export const importProcess =
  (program: string, env: NodeJS.ProcessEnv = process.env): RunImport =>
  async ({ kind, path, mapPath, switches: { apply, skipBad, confirmed }, by }) => {
    const options = [
      ...(mapPath === undefined ? [] : ['--map', mapPath]),
      ...(apply ? ['--apply', '--as', by] : []),
      ...(skipBad ? ['--skip-bad'] : []),
      ...(confirmed ? ['--confirmed'] : []),
      '--json',
    ]
    const child = spawn(process.execPath, [program, 'import', kind, path, ...options], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const [printed, complaint] = await Promise.all([
      readAll(child.stdout),
      readAll(child.stderr),
      once(child, 'exit'),
    ])
    const result = importResult.safeParse(jsonOf(printed))
    return result.success ? { result: result.data } : { result: null, complaint: complaint.slice(0, 2_000) }
  }

const readAll = async (stream: Readable | null): Promise<string> => (stream ? text(stream) : '')

const jsonOf = (printed: string): unknown => {
  try {
    return JSON.parse(printed)
  } catch {
    return null
  }
}
