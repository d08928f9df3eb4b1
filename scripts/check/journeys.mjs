import { playwright } from './playwright.mjs'

/** Runs Playwright's journeys in Chromium against the production build. */
export const journeys = (filters = [], settings = {}) => playwright('Playwright', filters, settings)
