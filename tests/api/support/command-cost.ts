import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const cost = z.object({ peakBytes: z.number(), processorSeconds: z.number() })

/** Waits for the end of a `command-process`; returns its peak memory and its processor time. */
export const costOf = async (child: ChildProcess & { stdout: Readable }) => {
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return cost.parse(JSON.parse(printed))
}
