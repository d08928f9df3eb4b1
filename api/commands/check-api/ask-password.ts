import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stderr: NodeJS.WritableStream
}

/** The first line of the standard input; a terminal shows nothing of what is typed. Empty where the input ends. */
export const askPassword = async (
  question: string,
  { stdin, stderr }: Terminal = process,
): Promise<string> => {
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write(question)
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}
