/**
 * The mutants that survive, by area, and why no test has to kill them. `line` is where the mutant begins and `becomes` what
 * stands in the place of the mutated code, both with single spaces.
 */
export const answeredSurvivors = {
  redirects: [
    {
      file: 'app/server/http/redirects.server.ts',
      line: String.raw`if (AMBIGUOUS.test(target) || !/^https?:\/\//i.test(target)) return null`,
      becomes: String.raw`/https?:\/\//i`,
      why: 'an address that has https:// later has another scheme, which is refused as such',
    },
  ],
}
