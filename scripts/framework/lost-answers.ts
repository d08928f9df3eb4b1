import type { Plugin } from 'vite'

const ROUTER = /[/]node_modules[/]@remix-run[/]router[/]dist[/]router[.]js$/
const ANSWERED =
  /result = results\[actionMatch[.]route[.]id\];\s*if \(request[.]signal[.]aborted\) \{\s*return \{\s*shortCircuited: true\s*\};\s*\}/

// In the browser only `fetch` and `import` fail with a TypeError here: errors of the server come as other classes.
const LEFT_AS_IT_WAS = `
      if (isErrorResult(result) && result.error instanceof TypeError && !dispatchEvent(new Event('form:unanswered', { cancelable: true }))) {
        pendingNavigationController = null;
        isRevalidationRequired = false;
        updateState({ navigation: IDLE_NAVIGATION });
        return { shortCircuited: true };
      }`

/**
 * When the connection is lost while a form is being sent, the router replaces the page by the error screen, and typed
 * values are lost. This plugin dispatches an event; preventDefault ends the submission and leaves the page as it was.
 * Fails the build when Remix changes this code.
 */
export const lostAnswers = (): Plugin => ({
  name: 'lost-answers',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform(code, id) {
    if (!ROUTER.test(id)) return
    if (!ANSWERED.test(code))
      this.error('Remix ends a submission in another way: see scripts/framework/lost-answers.ts')
    return { code: code.replace(ANSWERED, (match) => match + LEFT_AS_IT_WAS), map: null }
  },
})
