import type { Plugin } from 'vite'

const REMIX = /[/]node_modules[/]@remix-run[/](react[/]dist[/]esm|router[/]dist)[/]/

const flagPattern = (flag: string) => new RegExp(`\\b(window[.]__remixContext[.])?future[.]${flag}\\b`, 'g')

interface Flags {
  v3_singleFetch: true
  v3_lazyRouteDiscovery: boolean
}

const replacementsFor = ({
  v3_singleFetch,
  v3_lazyRouteDiscovery,
}: Flags): [check: RegExp, value: boolean | string][] => [
  // The document has its data as JSON, see app/framework/page-state.server.ts.
  [/window[.]__remixContext[.]future[.]v3_singleFetch(?=\) \{\s*\/\/ Note: `stateDecodingPromise`)/g, false],
  [flagPattern('v3_singleFetch'), v3_singleFetch],
  [flagPattern('v3_lazyRouteDiscovery'), v3_lazyRouteDiscovery],
  // The app has a server.
  [/\bwindow[.]__remixContext[.]isSpaMode\b/g, false],
  // With single fetch there is no other way to fetch data, and no loader defers data.
  [/typeof singleFetch === "function"/g, true],
  [/typeof __remixContext === "object" && __remixContext[.]a\b/g, false],
  [/\bresult[.]type === ResultType[.]deferred\b/g, false],
  // The server renders every page, and the manifest has every route.
  [/(?<=if \(|return |\(!)isSpaMode\b/g, false],
  [/\bfogOfWar[.]active\b(?! =)/g, false],
  [/(?<=if \(|!)isFogOfWar\b/g, false],
  [/(?<=!)isStatic\b/g, false],
  [/\bstaticContext(?= \? `)/g, false],
  // Warnings of the router about routes that are set up wrongly: the server's build and `npm run dev` have them.
  [/(?<=^ +)warning(?=\(.*\);$)/gm, 'false && warning'],
  // Because of an assignment the bundler would keep unused components.
  [/^(Link|NavLink)[.]displayName = "\w+";$/gm, ''],
]

/**
 * Remix checks its flags, its mode and its side in the browser, so 6 KB of unused code are on every page. This replaces
 * the checks with constants, and the bundler drops the rest. Fails the build when Remix changes a check.
 */
export const settledFlags = (flags: Flags): Plugin => {
  const replacements = replacementsFor(flags)
  const missingChecks = new Set(replacements.map(([check]) => check))
  return {
    name: 'settled-flags',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    transform(code, id) {
      if (!REMIX.test(id)) return
      return {
        code: replacements.reduce((before, [check, value]) => {
          const after = before.replace(check, String(value))
          if (after !== before) missingChecks.delete(check)
          return after
        }, code),
        map: null,
      }
    },
    buildEnd(error) {
      const sources = [...missingChecks].map(({ source }) => source)
      if (!error && sources.length > 0)
        this.error(`Remix no longer asks for ${sources.join(', ')}: see scripts/framework/settled-flags.ts`)
    },
  }
}
