export const choices = {
  size: ['100', '150', '200'],
  scheme: ['white', 'black', 'blue', 'brown', 'green'],
  font: ['sans', 'serif'],
  spacing: ['0', '0.12', '0.25'],
  line: ['1.5', '2', '2.5'],
  images: ['on', 'grey', 'off'],
} as const

export type Look = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** One look per scheme; together they cover every value of every setting. */
export const looks: readonly Look[] = choices.scheme.map((scheme, index) => ({
  scheme,
  size: choices.size[(index + 2) % 3] ?? '200',
  font: choices.font[index % 2] ?? 'sans',
  spacing: choices.spacing[(index * 2 + 1) % 3] ?? '0.12',
  line: choices.line[(index + 1) % 3] ?? '2',
  images: choices.images[(index * 2) % 3] ?? 'on',
}))

/** The largest text with the widest spacing. */
export const widest: Look = {
  scheme: 'brown',
  size: '200',
  font: 'serif',
  spacing: '0.25',
  line: '2.5',
  images: 'grey',
}

/** The largest text with the usual spacing: the row of the cabinet's menu folds on a phone. */
export const largeText: Look = { ...widest, spacing: '0', line: '1.5' }
