import type { Plugin } from 'vite'

const ROUTER =
  /[/]node_modules[/](@remix-run[/](react[/]dist[/]esm|router[/]dist)|react-router(-dom)?[/]dist)[/].*[.]js$/
const ASSERTION = /^(UNSAFE_)?invariant$/

/** Functions of React Router's that only write to the console: terser drops their calls. */
export const saidToDevelopers = [
  'warning',
  'warning$1',
  'warningOnce',
  'logV6DeprecationWarnings',
  'logDeprecation',
]

/**
 * React Router's assertions keep their English words for developers in the production build, half a kilobyte on every
 * page. Here each asserts the same, and says nothing. Stops the build when there is none left to shorten.
 */
export const unsaidWords = (): Plugin => {
  let shortened = 0
  return {
    name: 'unsaid-words',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    transform(code, id) {
      if (!ROUTER.test(id)) return
      const words = wordsIn(this.parse(code)).sort((a, b) => a.from - b.from)
      shortened += words.length
      const lean = words.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), code)
      return { code: lean, map: null }
    },
    buildEnd(error) {
      if (!error && shortened === 0)
        this.error('React Router asserts in another way: see scripts/bundle/unsaid-words.ts')
    },
  }
}

interface Part {
  from: number
  to: number
}

/** From the end of what is asserted to the end of the words, in the order of the text. */
const wordsIn = (node: unknown): Part[] => {
  if (Array.isArray(node)) return node.flatMap(wordsIn)
  if (!isNode(node)) return []
  const within = Object.values(node).flatMap(wordsIn)
  const [asserted, words] = isAssertion(node) ? node.arguments : []
  return isPlaced(asserted) && isPlaced(words) ? [{ from: asserted.end, to: words.end }, ...within] : within
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value

const isAssertion = (node: Record<string, unknown>): node is { arguments: unknown[] } =>
  node.type === 'CallExpression' &&
  Array.isArray(node.arguments) &&
  isNode(node.callee) &&
  ASSERTION.test(String(node.callee.name))

const isPlaced = (value: unknown): value is { end: number } => isNode(value) && typeof value.end === 'number'
