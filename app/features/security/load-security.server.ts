import type { AppLoadContext } from '@remix-run/node'
import type { Api } from '~/server/pages/guards.server'
import { hasFeature } from '~/server/upstream/features.server'
import { viewOfSecondStep } from './second-step-view.server'
import { viewOfSessions } from './session-view'

export type SecurityState = Awaited<ReturnType<typeof loadSecurity>>

/** Where the customer is signed in, and the second step of the login; null each where it can't be loaded. */
export const loadSecurity = async (api: Api, { config: { timeZone }, baseData }: AppLoadContext) => {
  const [base, sessions, secondStep] = await Promise.all([
    baseData.current(),
    api.loadIfPossible('sessions', {}),
    api.loadIfPossible('secondStep', {}),
  ])
  return {
    sessions: sessions && viewOfSessions(sessions.data, { now: new Date(), timeZone }),
    secondStep: secondStep && viewOfSecondStep(secondStep.data),
    hasCalendar: hasFeature(base, 'reminders'),
  }
}
