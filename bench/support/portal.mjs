import { answers, freePort, start } from './processes.mjs'

const SECRET = 'a secret of the benchmark that is longer than 32 characters'

/**
 * Starts the production server of a working copy with demo data in `dataDir`; `login` is the demo customer's, which the
 * server prints on its first start.
 */
export const startPortal = async (dataDir, env = {}, folder = undefined) => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const portal = await start('build/server.js', {
    env: { PORT: String(port), DATA_DIR: dataDir, POST_LIMIT: '100000', SESSION_SECRET: SECRET, ...env },
    isReady: answers(`${url}/login`),
    folder,
  })
  return { ...portal, url, login: loginIn(portal.output) }
}

/** Starts the product API of this working copy over `dataDir`. */
export const startApi = async (dataDir) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const api = await start('build/api.js', {
    env: { API_PORT: String(port), DATA_DIR: dataDir },
    isReady: answers(`${url}/openapi.json`),
  })
  return { ...api, url, port, login: loginIn(api.output) }
}

/** The demo customer's login, as the first start prints it. */
const loginIn = (output) =>
  /Demo customer: (?<email>\S+), password: (?<password>\S+)/.exec(output)?.groups ?? null

const cookieOf = (answer, name) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]

/** The session cookie after signing in. */
export const signIn = async (url, { email, password }) => {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ email, password }),
  })
  const cookie = cookieOf(answer, 'session')
  if (!cookie) throw new Error(`the demo customer could not sign in: ${answer.status}`)
  return cookie
}

/** The session cookie of the product API itself, and the default account's number. */
export const signInAtApi = async (apiUrl, login) => {
  const answer = await fetch(`${apiUrl}/api/v1/users/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(login),
  })
  const cookie = cookieOf(answer, 'session')
  const headers = { accept: 'application/json', cookie }
  const defaultAccount = await (
    await fetch(`${apiUrl}/api/v1/personal/get-default-account`, { headers })
  ).json()
  return { cookie, defaultAccount: defaultAccount.account }
}
