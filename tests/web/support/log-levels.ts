const levels = ['warn', 'error', 'fatal'] as const

/** Whether an event of the log has at least this level. */
export const isAtLeast =
  (least: (typeof levels)[number]) =>
  ({ level }: Readonly<Record<string, unknown>>) =>
    levels.slice(levels.indexOf(least)).some((each) => each === level)
