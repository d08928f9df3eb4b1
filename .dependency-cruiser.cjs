// Who may know whom. Every rule's name says what it keeps; `npm run validate` checks them.
const TEST = '[.]test[.]tsx?$'
const SERVER = '[.]server[.]tsx?$'
// Type-only imports leave nothing in the browser.
const values = { dependencyTypesNot: ['type-only'] }

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    // build/ is there only after a build.
    forbid(
      'not-to-unresolvable',
      { pathNot: '[.]d[.]ts$' },
      { couldNotResolve: true, pathNot: ['^virtual:', '^(\\./)?build/'] },
    ),
    forbid('no-circular', {}, { circular: true }),

    forbid(
      'contract-is-pure',
      { path: '^contract/', pathNot: TEST },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    forbid('format-is-pure', { path: '^format/' }, { path: '^(app|api|contract)/' }),
    forbid('app-never-imports-api', { path: '^app/' }, { path: '^api/' }),
    forbid('api-never-imports-app', { path: '^api/' }, { path: '^app/' }),
    forbid(
      'api-no-react-no-remix',
      { path: '^api/' },
      { path: '^node_modules/(@remix-run|react|react-dom|@conform-to)/' },
    ),
    forbid(
      'production-never-imports-tests',
      { path: ['^(app|api|contract|format)/', '^server[.]ts$'], pathNot: TEST },
      { path: ['^(tests|e2e)/', TEST] },
    ),
    // They run before anything is installed; what is built with packages is loaded after that.
    forbid(
      'scripts-use-node-alone',
      { path: '^scripts/', pathNot: ['^scripts/(bundle|framework)/', '[.]test[.]mjs$'] },
      { path: ['^node_modules/', '^(app|api|contract|format)/'] },
    ),

    forbid(
      'zod-stays-on-the-server',
      { path: '^app/', pathNot: [SERVER, TEST] },
      { path: '^node_modules/(zod|@conform-to/zod)/', ...values },
    ),
    forbid(
      'contract-values-stay-on-the-server',
      { path: '^app/', pathNot: [SERVER, TEST] },
      { path: '^contract/', ...values },
    ),
    forbid(
      'only-routes-and-server-files-import-server',
      { path: '^app/', pathNot: ['^app/routes/', SERVER, '^app/(root|entry[.]server)[.]tsx$', TEST] },
      { path: SERVER, ...values },
    ),
    forbid(
      'api-client-is-created-by-guards-only',
      { path: '^app/', pathNot: ['^app/api-client/', '^app/server/'] },
      { path: '^app/api-client/', ...values },
    ),

    forbid('routes-are-leaves', { path: '^(app|api)/', pathNot: TEST }, { path: '^app/routes/' }),
    forbid(
      'ui-is-a-leaf-layer',
      { path: '^app/ui/' },
      { path: ['^app/(?!(ui|framework)/)', '^contract/', '^api/'] },
    ),
    forbid(
      'features-do-not-import-each-other',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/', pathNot: '^app/features/$1/' },
    ),

    forbid(
      'api-modules-do-not-import-each-other',
      { path: '^api/modules/([^/]+)/' },
      { path: '^api/modules/', pathNot: '^api/modules/$1/' },
    ),
    forbid(
      'kysely-only-in-repositories-and-db',
      { path: '^(api|app|contract)/', pathNot: ['^api/db/', '[.]repository[.]ts$'] },
      { path: '^node_modules/kysely/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
