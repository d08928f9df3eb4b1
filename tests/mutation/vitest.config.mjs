import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config'
import { chosenArea } from './areas.mjs'

const { projects: _, ...test } = usual.test ?? {}

/** The tests of an area in one project, with the usual settings: Stryker can't choose between projects. */
export default defineConfig({
  ...usual,
  test: { ...test, include: chosenArea().tests, globalSetup: ['tests/support/global-setup.ts'] },
})
