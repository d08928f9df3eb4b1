// Loaded before the server: its clock starts at a given instant, so that the demo data,
// which end at the current day, are the same in every run.
const startedAt = Date.now()
const start = Date.parse('2026-10-20T10:00:00Z')
const now = () => start + (RealDate.now() - startedAt)

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
