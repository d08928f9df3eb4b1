import type { Plugin } from 'vite'

const BOUNDARIES = /[/]node_modules[/]@remix-run[/]react[/]dist[/]esm[/](errorBoundaries|fallback)[.]js$/
const FUNCTION = /function (RemixRootDefaultErrorBoundary|RemixRootDefaultHydrateFallback)\(.*?\n\}\n/gs

const OUR_PAGE = `() => React.createElement('html', { lang: 'ru' },
  React.createElement('head', null, React.createElement('meta', { charSet: 'utf-8' }), React.createElement('title', null, 'Ошибка')),
  React.createElement('body', null, React.createElement('h1', null, 'Что-то пошло не так... Попробуйте ещё раз.')))
`

/**
 * Remix's default error page has English text and the error's stack, 2 KB that no customer should see. This replaces it
 * with one Russian line. Fails the build when Remix changes this code.
 */
export const lastResort = (): Plugin => ({
  name: 'last-resort',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform(code, id) {
    if (!BOUNDARIES.test(id)) return
    const newCode = code.replace(FUNCTION, (_, name) => `const ${name} = ${OUR_PAGE}`)
    if (newCode === code)
      this.error(`Remix draws its own errors in another way: see scripts/framework/last-resort.ts`)
    return { code: newCode, map: null }
  },
})
