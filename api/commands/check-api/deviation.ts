/** One difference from the contract. */
export interface Deviation {
  /** What the call was asked for: `the answer`, `without a session`, `an unknown id`. */
  when: string
  /** `status`, the name of a header, or a path in the JSON: `$.data[0].balance`. */
  path: string
  expected: string
  /** Types and shapes only. */
  got: string
  /** How many values of a list differ in this way; the path is that of the first. */
  times: number
}

export const deviation = (path: string, expected: string, got: string): Deviation => ({
  when: 'the answer',
  path,
  expected,
  got,
  times: 1,
})

export const during = (when: string, deviations: readonly Deviation[]): Deviation[] =>
  deviations.map((one) => ({ ...one, when }))

/** Those of different entries of one list as one. */
export const alike = (deviations: readonly Deviation[]): Deviation[] => {
  const kinds = new Map<string, Deviation>()
  for (const one of deviations) {
    const kind = [one.when, one.path.replace(/\[\d+\]/g, '[]'), one.expected].join('\n')
    const first = kinds.get(kind)
    kinds.set(kind, first ? { ...first, times: first.times + one.times } : one)
  }
  return [...kinds.values()]
}
