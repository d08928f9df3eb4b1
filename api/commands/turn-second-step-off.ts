import type { ApiConfig } from 'api/config'
import { openDatabase } from 'api/db/database'
import { migrate } from 'api/db/migrate'
import { CannotTurnOff, turnOffByHand } from 'api/users'
import { ConfigError } from 'contract/settings'
import { openSite } from '../site'
import { UsageError } from './usage-error'

const usage = 'turn-second-step-off: takes the e-mail address of a customer'

/**
 * Turns the second step of a customer's logins off. A server may be running; the letter waits for it. Returns a line to
 * print; throws a UsageError for invalid options, a ConfigError where there is none to turn off.
 */
export const turnSecondStepOffCommand = async (config: ApiConfig, options: string[]): Promise<string> => {
  const [email, ...rest] = options
  if (!email || email.startsWith('-') || rest.length > 0) throw new UsageError(usage)
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const site = openSite(config, database)
    await turnOffByHand(database, { site, email, now: new Date() })
    return 'The second step is off, the password is enough; a letter tells the customer'
  } catch (error) {
    if (error instanceof CannotTurnOff) throw new ConfigError(`turn-second-step-off: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
}
