/** What a reason quotes of the file begins or ends with a quotation mark; values may have such marks themselves. */
const quoted = /«.*»/s
const example = /: нужно «[^»]*»(?: или «[^»]*»)?$/
const sum = /[-\u2212]?\d[\d\s\u00a0]*(?:,\d{2})?\s₽/g
const number = /(лицевого счёта) .+ (нет)/s

/** Why a line is bad, without what stands there: names, numbers of accounts and sums are nobody's business in a letter. */
export const reasonWithoutValue = (reason: string): string => {
  const [shown = ''] = example.exec(reason) ?? []
  const rest = reason.slice(0, reason.length - shown.length)
  return (
    rest.replace(quoted, '«…»').replace(number, '$1 из этой строки $2').replace(sum, '… ₽') + shown
  ).trim()
}
