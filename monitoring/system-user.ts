import { userInfo } from 'node:os'

/** As whom this process runs: the name of the operating system, or `uid 1000` of a user without one. */
export const systemUser = (ask: () => { username: string } = userInfo): string => {
  try {
    return ask().username
  } catch {
    // In a container the user may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Who has typed a command: the person whom sudo has let in, else the user of this process. */
export const typingUser = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  env.SUDO_USER?.trim() || systemUser()
