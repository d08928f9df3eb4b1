/** More payments in a few days are compared by their newest only: the combinations double with each. */
const mostCompared = 10

/** Some of the entries, given newest first, whose amounts add up to the sum; `null` if none do, and for zero. */
export const entriesAddingUpTo = <One extends { amount: number }>(
  entries: readonly One[],
  sum: number,
): readonly One[] | null => {
  const choices = new Map<number, readonly One[]>([[0, []]])
  for (const entry of entries.slice(0, mostCompared))
    for (const [total, chosen] of [...choices])
      if (!choices.has(total + entry.amount)) choices.set(total + entry.amount, [...chosen, entry])
  return sum === 0 ? null : (choices.get(sum) ?? null)
}
