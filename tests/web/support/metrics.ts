/** The metrics of a server, in Prometheus's text format. */
export class Metrics {
  readonly text: string
  readonly #samples = new Map<string, number>()

  constructor(text: string) {
    this.text = text
    for (const line of text.split('\n')) {
      const [, series, value] = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      if (series !== undefined) this.#samples.set(series, Number(value))
    }
  }

  /** The names of all metrics with a HELP line, also without a sample. */
  get names(): string[] {
    return [...this.text.matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name)
  }

  /** The value of a series such as `name{label="value"}`; undefined if it has none. */
  of(series: string): number | undefined {
    return this.#samples.get(series)
  }
}

/** Throws when there is no answer in five seconds. */
export const metricsAt = async (port: number): Promise<Metrics> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`)
  return new Metrics(await answer.text())
}
