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
