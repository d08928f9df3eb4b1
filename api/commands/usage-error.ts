import { ConfigError } from 'contract/settings'

/** The command was called in a wrong way, and has not begun. The message says how to call it. */
export class UsageError extends ConfigError {}
