import { playwright } from './playwright.mjs'

/** Playwright's journeys in a real Chromium against the production build. */
export const journeys = (filters = [], settings = {}) => playwright('Playwright', filters, settings)
