const { readdirSync } = require('node:fs')

// Allowed imports. Each rule's name says what it protects; `npm run validate` checks them.
const TEST = '[.]test[.]tsx?$'
const SERVER = '[.]server[.]tsx?$'
// Numbers alone: no zod comes to the browser with them.
const LIMITS = '^contract/limits[.]ts$'
// Type-only imports are not bundled for the browser.
const values = { dependencyTypesNot: ['type-only'] }

// The infrastructure of api/; docs/architecture.md says which imports which.
const infrastructure = ['db', 'limits', 'http', 'idempotency', 'worker', 'mail', 'ledger']
/** Each may import those before it. */
const orderedDomains = [
  'content',
  'users',
  'accounts',
  'family',
  'readings',
  'calendar',
  'company-data',
  'billing',
  'payments',
  'autopayments',
  'invoice-letters',
  'my-data',
]
const composition = ['demo', 'monitoring', 'run-api', 'wire-api', 'wire-payments', 'server-config', 'health']
/** Domains that import no other one: the other folders of api/. */
const independentDomains = readdirSync(`${__dirname}/api`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => ![...infrastructure, ...orderedDomains, ...composition].includes(name))
const domains = [...orderedDomains, ...independentDomains]

// The folders of app/server/, from the lowest to the highest; app/server/portal.server.ts is above them.
const portalModules = ['http', 'session', 'upstream', 'forms', 'payments', 'pages', 'middleware']

// The folders of api/payments/, from the lowest to the highest; its index.ts is above them.
const paymentFolders = [
  'gateways',
  'store',
  'outcome',
  'processing',
  'refunds',
  'reconciliation',
  'history',
  'checkout',
  'routes',
]

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    // build/ exists only after a build.
    forbid(
      'not-to-unresolvable',
      { pathNot: '[.]d[.]ts$' },
      { couldNotResolve: true, pathNot: ['^virtual:', '^(\\./)?build/'] },
    ),
    forbid('no-circular', {}, { circular: true }),

    forbid(
      'contract-is-pure',
      { path: '^contract/', pathNot: TEST },
      { pathNot: ['^(contract|format)/', '^node_modules/zod/'] },
    ),
    forbid('format-is-pure', { path: '^format/' }, { path: '^(app|api|contract|monitoring|process)/' }),
    forbid(
      'monitoring-imports-no-module',
      { path: '^monitoring/', pathNot: TEST },
      { path: '^(app|api|contract|format)/' },
    ),
    forbid(
      'process-imports-no-module',
      { path: '^process/', pathNot: TEST },
      { path: '^(app|api|contract|format|monitoring)/' },
    ),
    forbid('only-tests-import-the-command-line', { pathNot: ['^(cli|tests)/', TEST] }, { path: '^cli/' }),
    // build/api.js is without the portal. The doctor alone reads the portal's settings, too.
    forbid(
      'commands-know-the-api-client-alone-of-app',
      { path: '^cli/', pathNot: '^cli/doctor/' },
      { path: '^app/', pathNot: '^app/api-client/' },
    ),
    forbid(
      'only-admin-knows-the-doctor',
      { path: '^cli/', pathNot: ['^cli/doctor/', '^cli/admin[.]ts$'] },
      { path: '^cli/doctor/' },
    ),
    forbid('app-never-imports-api', { path: '^app/' }, { path: '^api/' }),
    forbid('api-never-imports-app', { path: '^api/' }, { path: '^app/' }),
    forbid(
      'api-no-react-no-remix',
      { path: '^api/' },
      { path: '^node_modules/(@remix-run|react|react-dom|@conform-to)/' },
    ),
    forbid(
      'production-never-imports-tests',
      { path: ['^(app|api|cli|contract|format|monitoring|process)/', '^server[.]ts$'], pathNot: TEST },
      { path: ['^(tests|e2e)/', TEST] },
    ),
    // They run before packages are installed; modules that need packages are imported later.
    forbid(
      'scripts-use-node-alone',
      { path: '^scripts/', pathNot: ['^scripts/(bundle|framework)/', '[.]test[.]mjs$'] },
      { path: ['^node_modules/', '^(app|api|cli|contract|format|monitoring|process)/'] },
    ),

    forbid(
      'zod-stays-on-the-server',
      { path: '^app/', pathNot: [SERVER, TEST] },
      { path: '^node_modules/(zod|@conform-to/zod)/', ...values },
    ),
    forbid(
      'contract-values-stay-on-the-server',
      { path: '^app/', pathNot: [SERVER, TEST] },
      { path: '^(contract|process)/', pathNot: LIMITS, ...values },
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

    // Invented customers and faults: nothing of it may come into the portal.
    forbid(
      'only-the-api-alone-knows-its-mock',
      { pathNot: ['^cli/mock/', '^cli/api[.]ts$', TEST, '^tests/'] },
      { path: '^cli/mock/' },
    ),

    // A route's styles stand beside it.
    forbid(
      'routes-are-leaves',
      { path: '^(app|api)/', pathNot: TEST },
      { path: '^app/routes/', pathNot: '[.]module[.]css$' },
    ),
    forbid(
      'ui-is-a-leaf-layer',
      { path: '^app/ui/' },
      { path: ['^app/(?!(ui|framework)/)', '^contract/', '^api/'], pathNot: LIMITS },
    ),
    forbid(
      'features-do-not-import-each-other',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/', pathNot: '^app/features/$1/' },
    ),

    forbid(
      'layouts-and-server-import-no-feature',
      { path: '^app/(preferences|layouts|errors|document|server)/', pathNot: TEST },
      { path: '^app/features/' },
    ),

    // A folder of the server imports only those before it in this list.
    ...portalModules.map((name, place) =>
      forbid(
        `portal-${name}-knows-only-the-modules-before-it`,
        { path: `^app/server/${name}/`, pathNot: TEST },
        {
          path: [
            ...portalModules.slice(place + 1).map((higher) => `^app/server/${higher}/`),
            '^app/server/portal[.]server[.]ts$',
          ],
        },
      ),
    ),

    // A domain imports only those before it in the list, and only their index.ts.
    ...domains.map((domain) => {
      const known = orderedDomains.slice(0, Math.max(0, orderedDomains.indexOf(domain)))
      const unknown = domains.filter((other) => other !== domain && !known.includes(other))
      return forbid(
        `api-${domain}-knows-only-the-domains-before-it`,
        { path: `^api/${domain}/`, pathNot: TEST },
        { path: `^api/(${[...unknown, ...composition].join('|')})(/|[.]ts$)` },
      )
    }),
    forbid(
      'api-domains-are-reached-by-their-index',
      { path: '^(api/([^/]+)/|api/[^/]+[.]ts$|cli/)', pathNot: TEST },
      {
        path: `^api/(${domains.join('|')})/`,
        // Settings are read before anything is wired, so server-config.ts imports the gateway list directly.
        pathNot: [
          '^api/$2/',
          `^api/(${domains.join('|')})/index[.]ts$`,
          '^api/payments/gateways/gateway-(list|module)[.]ts$',
        ],
      },
    ),
    // A folder of payments imports only those before it in the list.
    ...paymentFolders.map((name, place) =>
      forbid(
        `payments-${name}-knows-only-the-folders-before-it`,
        { path: `^api/payments/${name}/`, pathNot: TEST },
        {
          path: `^api/payments/(${[...paymentFolders.slice(place + 1), 'index[.]ts'].join('|')})`,
        },
      ),
    ),
    forbid(
      'api-infrastructure-knows-no-domain',
      { path: `^api/(${infrastructure.join('|')})/`, pathNot: TEST },
      { path: `^api/(${[...domains, ...composition].join('|')})(/|[.]ts$)` },
    ),
    forbid(
      'gateways-do-not-know-each-other',
      { path: '^api/payments/gateways/([^/]+)/' },
      { path: '^api/payments/', pathNot: ['^api/payments/gateways/($1/|[^/]+[.]ts$)'] },
    ),
    forbid(
      'kysely-only-in-repositories-and-db',
      { path: '^(api|app|cli|contract)/', pathNot: ['^api/(db|demo)/', '[.]repository[.]ts$'] },
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
