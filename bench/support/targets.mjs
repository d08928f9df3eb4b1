/** Collects in sentences which targets a measurement has found to be reached and which to be missed. */
export const createTargets = () => {
  const reached = []
  const missed = []
  return {
    reached,
    missed,
    check(target, found, isReached) {
      const sentences = isReached ? reached : missed
      sentences.push(`${target}: ${found}`)
    },
  }
}
