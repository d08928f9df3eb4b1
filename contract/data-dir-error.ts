import { ConfigError } from './settings'

/** An error of the file system in DATA_DIR, as a ConfigError that names it; an error of any other kind as it is. */
export const dataDirError = (error: unknown, dataDir: string): unknown =>
  error instanceof Error && 'code' in error
    ? new ConfigError(`DATA_DIR: ${dataDir} can not be used (${error.code})`, { cause: error })
    : error
