import { countPenalty } from 'api/billing/penalty-days'
import { addDays } from 'format/dates'

/** The penalty, in kopecks, for a debt that has not changed from its due day through the given day. */
export const penaltyThrough = (debt: number, dueAt: string, through: string) => {
  const penalty = countPenalty()
  for (let day = addDays(dueAt, 1); day <= through; day = addDays(day, 1))
    penalty.add({ debt: 0, base: debt, dueAt, day })
  return penalty.total()
}
