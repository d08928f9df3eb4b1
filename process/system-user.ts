import { userInfo } from 'node:os'

/** The user of this process: its name in the operating system, or `uid 1000` without a name. */
export const systemUser = (ask: () => { username: string } = userInfo): string => {
  try {
    return ask().username
  } catch {
    // In a container the user may have no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** The person who typed a command: the user of sudo, else the user of this process. */
export const typingUser = (env: Readonly<Record<string, string | undefined>> = process.env): string =>
  env.SUDO_USER?.trim() || systemUser()
