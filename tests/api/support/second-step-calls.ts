import { z } from 'zod'
import { oneTimeCode } from '../../support/one-time-code'
import { type Answer, type ApiWorld, type Browser, login, password } from './api-world'

const setUpAnswer = z.object({ data: z.object({ secret: z.string(), otpauthUrl: z.string() }) })
const codesAnswer = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) })
const waitingLogin = z.object({ code: z.literal('second_step'), secondStep: z.object({ token: z.string() }) })

export const setUp = (browser: Browser, typed = password) =>
  browser.post('/api/v1/users/second-step/', { password: typed })

export const confirm = (browser: Browser, code: string) =>
  browser.post('/api/v1/users/second-step-confirm/', { code })

export const turnOff = (browser: Browser, code: string, typed = password) =>
  browser.post('/api/v1/users/second-step-off/', { password: typed, code })

export const stateOf = async (browser: Browser) => (await browser.get('/api/v1/users/second-step/')).body

/** Begins the setup of the second step; returns its secret. */
export const setupOf = async (browser: Browser) => setUpAnswer.parse((await setUp(browser)).body).data
export const secretOf = async (browser: Browser) => (await setupOf(browser)).secret

export const recoveryCodesIn = ({ body }: Pick<Answer, 'body'>) => codesAnswer.parse(body).data.recoveryCodes
export const tokenIn = ({ body }: Pick<Answer, 'body'>) => waitingLogin.parse(body).secondStep.token

/** Turns the second step on; half a minute later the application shows a new code. */
export const turnOn = async (world: ApiWorld, browser: Browser) => {
  const secret = await secretOf(browser)
  const answer = await confirm(browser, oneTimeCode(secret, world.now()))
  world.pass(30_000)
  const recoveryCodes = recoveryCodesIn(answer)
  return {
    recoveryCodes,
    /** A recovery code by its place. */
    recoveryCode: (place: number) => recoveryCodes[place] ?? '',
    /** The code that the application shows now, or some half-minutes later. */
    code: (halfMinutesLater = 0) => oneTimeCode(secret, world.now(), halfMinutesLater),
    /** A code that is wrong now, and 90 seconds before and after. */
    wrongCode: () => {
      const near = new Set([-3, -2, -1, 0, 1, 2, 3].map((step) => oneTimeCode(secret, world.now(), step)))
      const wrong = ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
        (code) => !near.has(code),
      )
      if (wrong === undefined) throw new Error('Every code fits')
      return wrong
    },
  }
}

/** Logs in with the password alone; returns the token of the login, which waits for its code. */
export const beginLogin = async (browser: Browser, email: string, typed = password) =>
  tokenIn(await login(browser, email, typed))

export const typeCode = (browser: Browser, token: string, code: string, more: object = {}) =>
  browser.post('/api/v1/users/login-second-step/', { token, code, ...more })

/** Signs in with password and code. */
export const loginWithCode = async (browser: Browser, email: string, code: string, more: object = {}) =>
  typeCode(browser, await beginLogin(browser, email), code, more)
