/** The message of a server for the person who started it. */
interface StartNotice {
  /** Such as `The portal is at http://localhost:3000`. */
  address: string
  login: { email: string; password: string } | undefined
  /** The destination of letters; undefined: this server sends none. */
  letters: string | undefined
}

interface Terminal {
  write(text: string): unknown
  isTTY?: boolean
}

/** Prints plain lines, or in a terminal a block that stands apart from the log. */
export const printStartNotice = (
  { address, login, letters }: StartNotice,
  terminal: Terminal = process.stdout,
) => {
  const lines = [
    address,
    ...(login ? [`Demo customer: ${login.email}, password: ${login.password}`] : []),
    ...(letters === undefined ? [] : [`Letters: ${letters}`]),
  ]
  if (!terminal.isTTY) return void terminal.write(`${lines.join('\n')}\n`)
  const block = [...lines, 'Log: below, LOG_LEVEL=warn shortens it', 'Ctrl+C stops the server']
  terminal.write(`\n${block.map((line) => `  ${line}\n`).join('')}\n`)
}
