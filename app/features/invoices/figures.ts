/** A volume with its unit: '12,3 м³'. */
export const volumeInWords = (volume: number, unit: string | null | undefined) =>
  [figure(volume), unit].filter(Boolean).join('\u00a0')

export const figure = (value: number) => value.toLocaleString('ru-RU', { maximumFractionDigits: 4 })

/** Tariffs are in kopecks and may have fractions. */
export const tariffInRubles = (kopecks: number) =>
  (kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
