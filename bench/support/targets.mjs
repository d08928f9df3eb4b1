/** Collects the targets that a measurement has reached or missed, as sentences. */
export const createTargets = () => {
  const reached = []
  const missed = []
  return {
    reached,
    missed,
    check(target, figure, isReached) {
      const sentences = isReached ? reached : missed
      sentences.push(`${target}: ${figure}`)
    },
  }
}
