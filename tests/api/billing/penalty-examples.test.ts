import { readFileSync } from 'node:fs'
import { type IssuedBill, penaltySinceLastBill } from 'api/billing/overdue-penalty'
import { addDays } from 'format/dates'
import { describe, expect, it } from 'vitest'

const table = readFileSync(new URL('./penalty-examples.tsv', import.meta.url), 'utf8')

const examples = table
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [debt = '', due = '', through = '', paid = '', penalty = ''] = line.split('\t')
    const payments = paid === '-' ? [] : paid.split(' ').map((each) => each.split(':'))
    return {
      debt: Number(debt),
      due,
      through,
      paid: new Map(payments.map(([day = '', amount]) => [day, Number(amount)])),
      penalty: Number(penalty),
    }
  })

it('there are 200 examples', () => expect(examples).toHaveLength(200))

describe('the penalty', () => {
  it.each(examples)('for $debt due on $due, through $through, is $penalty', (example) => {
    const { debt, due, through, paid, penalty } = example
    const bill: IssuedBill = { issuedAt: due, dueAt: due, openingBalance: 0, charged: debt, penalty: 0 }
    const balance = [...paid.values()].reduce((left, amount) => left - amount, debt)
    const { total, days } = penaltySinceLastBill([bill], {
      day: addDays(through, 1),
      balance,
      paidByDay: paid,
    })
    expect(total).toBe(penalty)
    expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(penalty)
  })
})
