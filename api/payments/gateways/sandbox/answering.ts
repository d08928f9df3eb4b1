/** A gateway never throws: an error of the bank's database becomes a missing answer. */
export const answering = <Answer>(
  work: () => Promise<Answer>,
): Promise<Answer | { kind: 'unknown'; reason: string }> =>
  work().catch((error: unknown) => ({
    kind: 'unknown' as const,
    reason: error instanceof Error ? error.name : 'not an Error',
  }))
