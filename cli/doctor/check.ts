/** The result of a check. `found` and `advice` are sentences for the operator, without secrets. */
export type Finding =
  | { status: 'ok'; found: string }
  | { status: 'warning' | 'failed'; found: string; advice: string }
  /** It does not apply, or another check has to pass first. */
  | { status: 'not checked'; found: string }

export interface Check {
  name: string
  /** An error counts as a failed check. */
  run(): Promise<Finding>
}

export const ok = (summary: string): Finding => ({ status: 'ok', found: summary })
export const warning = (summary: string, advice: string): Finding => ({
  status: 'warning',
  found: summary,
  advice,
})
export const failed = (summary: string, advice: string): Finding => ({
  status: 'failed',
  found: summary,
  advice,
})
export const notChecked = (summary: string): Finding => ({ status: 'not checked', found: summary })

/** The code of an error, or its name: the message may contain an address with its password. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? reasonOf(error.cause) : error.name
}
