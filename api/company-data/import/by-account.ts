/** The rows by their account, in their order. */
export const byAccount = <Row extends { account: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const grouped = new Map<string, Row[]>()
  for (const row of rows) {
    const own = grouped.get(row.account)
    if (own) own.push(row)
    else grouped.set(row.account, [row])
  }
  return grouped
}
