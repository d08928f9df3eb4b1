const width = 30
const everyMs = 200

/** Draws the progress (0 to 1) on a terminal. Draws nothing if the output is no terminal. */
export const progressBar = (terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>) => {
  let drawnAt = 0
  let isDrawn = false
  return {
    show(done: number) {
      const now = Date.now()
      if (!terminal.isTTY || now - drawnAt < everyMs) return
      drawnAt = now
      isDrawn = true
      const full = Math.round(done * width)
      terminal.write(`\r[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${Math.floor(done * 100)} %`)
    },
    clear() {
      if (isDrawn) terminal.write(`\r${' '.repeat(width + 10)}\r`)
    },
  }
}
