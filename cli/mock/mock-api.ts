import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import type { DemoLogin } from 'api/demo/seed-demo'
import { createRouteTable } from 'api/http/route-table'
import { defaultLimits, type LimitRules } from 'api/limits/rules'
import { type RunningApi, runApi } from 'api/run-api'
import { readStandaloneConfig, type ServerConfig } from 'api/server-config'
import { UsageError } from 'cli/command'
import { complaintOf, exitCodeOf } from 'cli/command-line'
import type { Endpoint } from 'contract/endpoint'
import { type EndpointName, endpoints, isEndpointName } from 'contract/endpoints'
import type { Problem } from 'contract/problem'
import { createLog } from 'monitoring/create-log'
import type { Log } from 'monitoring/log'
import { listenError } from 'process/listen'
import { ConfigError, type Environment } from 'process/settings'
import { printStartNotice } from 'process/start-notice'
import { mockDataOf } from './mock-data'
import { type MockOptions, readMockOptions } from './read-mock-options'
import {
  type AnswerScenario,
  type DataScenario,
  readScenario,
  type Scenario,
  writeScenario,
} from './scenarios'

/** Hono's second argument of `fetch`. */
type Bindings = Parameters<RunningApi['fetch']>[1]

export interface MockApi {
  config: ServerConfig
  fetch(request: Request, bindings?: Bindings): Promise<Response>
  /** A customer of the first scenario. */
  login: DemoLogin | undefined
  /** The folder of the letters. */
  letters: string
  close(): Promise<void>
}

const controlPath = '/mock/scenario'
const header = 'x-mock-scenario'

/** High limits: a developer of screens presses the same button many times. */
const hardlyAnyLimits: Partial<LimitRules> = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, { max: 1_000_000, minutes: 60 }]),
)

const routes = createRouteTable<EndpointName>()
for (const name of Object.keys(endpoints).filter(isEndpointName)) routes.add(endpoints[name], name)

/** Settings that keep data only while the mock runs, and send no letters or payments. */
const settingsIn = (env: Environment, dataDir: string): Environment => ({
  ...env,
  NODE_ENV: undefined,
  DATABASE_URL: undefined,
  DATA_DIR: dataDir,
  DEMO_DATA: 'on',
  PAYMENT_GATEWAY: 'sandbox',
  SMTP_URL: 'file:',
})

/**
 * Opens the product API with invented data; scenarios change its answers. The data are in a temporary folder, which
 * `close` removes. Throws a ConfigError in production.
 */
export const openMockApi = async (options: MockOptions, env: Environment, log: Log): Promise<MockApi> => {
  if (env.NODE_ENV === 'production')
    throw new ConfigError(
      'NODE_ENV: the mock has invented customers, and does not run where it is production',
    )
  const folder = mkdtempSync(join(tmpdir(), 'portal-mock-'))
  const configOf = (data: DataScenario) => readStandaloneConfig(settingsIn(env, join(folder, data)))
  const worlds = new Map<DataScenario, Promise<RunningApi>>()
  const beginWorld = (data: DataScenario) => {
    const world = runApi(configOf(data), log, {
      logRequests: true,
      limits: hardlyAnyLimits,
      demoDataOf: async (today) => mockDataOf(data, today),
    })
    worlds.set(data, world)
    // The next call tries again.
    world.catch(() => worlds.delete(data))
    return world
  }
  const worldOf = (data: DataScenario) => worlds.get(data) ?? beginWorld(data)
  const close = async () => {
    for (const world of worlds.values())
      await world.then(
        (api) => api.close(),
        () => {},
      )
    rmSync(folder, { recursive: true, force: true })
  }

  let currentScenario = options.scenario
  const control = async (name: string): Promise<Response> => {
    const next = readScenario(name)
    // Creates the data now, which takes seconds, so that no call waits for them.
    await worldOf(next.data)
    currentScenario = next
    return new Response(null, { status: 204 })
  }
  const answer = async (request: Request, bindings: Bindings): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname === controlPath)
      return Response.json({ scenario: writeScenario(currentScenario) })
    if (request.method === 'PUT' && pathname.startsWith(`${controlPath}/`))
      return control(decodeURIComponent(pathname.slice(controlPath.length + 1)))
    const headerValue = request.headers.get(header)
    const scenario: Scenario = headerValue === null ? currentScenario : readScenario(headerValue)
    const callApi = async () => (await worldOf(scenario.data)).fetch(request, bindings)
    const call = routes.find({ method: request.method, path: pathname })
    return call
      ? changedAnswer({ name: call.target, answers: scenario.answers, callApi }, options)
      : callApi()
  }

  try {
    const { demoLogin } = await worldOf(currentScenario.data)
    const config = configOf(currentScenario.data)
    return {
      config,
      login: demoLogin,
      letters: join(config.dataDir, 'outbox'),
      close,
      fetch: (request, bindings) =>
        answer(request, bindings).catch((error: unknown) => {
          if (error instanceof UsageError) return Response.json({ message: error.message }, { status: 400 })
          throw error
        }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Serves the mock until SIGTERM or SIGINT. Throws a ConfigError for invalid arguments or settings. */
export const startMock = async (args: readonly string[]) => {
  const options = readMockOptions(args)
  // Log lines of requests would hide the instructions.
  const log = createLog(process.env.LOG_LEVEL ?? 'warn')
  const mock = await openMockApi(options, process.env, log)
  const { config, login, letters } = mock
  const server = serve(
    { fetch: (request, bindings) => mock.fetch(request, bindings), hostname: config.host, port: config.port },
    ({ port }) => {
      const address = config.port === 0 ? `http://localhost:${port}` : config.apiPublicUrl
      printStartNotice({ address: `The mock product API is at ${address}`, login, letters })
      console.log(`Another scenario: curl -X PUT ${address}/mock/scenario/NAME`)
    },
  )
  const end = (error?: unknown) => {
    if (error !== undefined) console.error(complaintOf(error))
    server.close(
      () => void mock.close().then(() => process.exit(error === undefined ? 0 : exitCodeOf(error))),
    )
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  server.on('error', (error: NodeJS.ErrnoException) =>
    end(listenError(error, { ...config, portSetting: 'API_PORT' })),
  )
  process.once('SIGTERM', () => end()).once('SIGINT', () => end())
}

/** Without these calls nobody could sign in and see the others fail. */
const neverFailing: ReadonlySet<EndpointName> = new Set([
  'baseData',
  'page',
  'currentUser',
  'login',
  'loginSecondStep',
  'logout',
  'defaultAccount',
])

const retryAfter = { 'retry-after': '5' }
const words = {
  failure: 'Сервис временно недоступен. Попробуйте ещё раз.',
  refusal: 'Так не получится: это заглушка, которой велели отказать.',
  notFound: 'Ничего не найдено.',
}

interface MockCall {
  name: EndpointName
  answers: ReadonlySet<AnswerScenario>
  /** Calls the API itself. */
  callApi: () => Promise<Response>
}

/** The answer to a call, changed by the scenarios. */
const changedAnswer = async (
  { name, answers, callApi }: MockCall,
  { failures, delayMs }: Pick<MockOptions, 'failures' | 'delayMs'>,
): Promise<Response> => {
  const endpoint: Endpoint = endpoints[name]
  if (answers.has('slow')) await wait(delayMs)
  const statusOfAll = failures.size === 0 && !neverFailing.has(name) ? 503 : undefined
  const failure = answers.has('errors') ? (failures.get(name) ?? statusOfAll) : undefined
  if (failure !== undefined) return problemOf(failure, failure < 500 ? words.refusal : words.failure)
  if (answers.has('no-features') && endpoint.feature) return problemOf(404, words.notFound)
  const answer = await callApi()
  if (answers.has('no-features') && name === 'baseData') return without(answer, 'features')
  if (answers.has('wrong-shape') && endpoint.answer && !neverFailing.has(name)) return without(answer, 'data')
  return answer
}

const problemOf = (status: number, message: string) =>
  Response.json({ message } satisfies Problem, {
    status,
    headers: status === 429 || status === 503 ? retryAfter : {},
  })

/** The answer without a field; a refusal stays as it is. */
const without = async (answer: Response, field: string): Promise<Response> => {
  if (!answer.ok || answer.status === 204) return answer
  const text = await answer.text()
  const json: unknown = JSON.parse(text)
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : []
  return Response.json(Object.fromEntries(fields.filter(([name]) => name !== field)), {
    status: answer.status,
    headers: answer.headers,
  })
}
