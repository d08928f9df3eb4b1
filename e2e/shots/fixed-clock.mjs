// Loaded before the server: its clock starts at a given instant and goes on from there, a second a minute, so that the
// demo data, which leads up to today, and every time of day are the same whenever pictures are taken.
const SLOWER = 60
const startedAt = Date.now()
const start = Date.parse('2026-10-20T10:00:00Z')
const now = () => Math.round(start + (RealDate.now() - startedAt) / SLOWER)

const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
