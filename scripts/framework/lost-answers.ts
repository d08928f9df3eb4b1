import type { Plugin } from 'vite'

const ROUTER = /[/]node_modules[/]@remix-run[/]router[/]dist[/]router[.]js$/
const AFTER_ANSWER =
  /result = results\[actionMatch[.]route[.]id\];\s*if \(request[.]signal[.]aborted\) \{\s*return \{\s*shortCircuited: true\s*\};\s*\}/

// Here only a failed `fetch` or `import` of the browser is a TypeError: errors of the server have other classes.
const KEEP_PAGE = `
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
    if (!AFTER_ANSWER.test(code))
      this.error('Remix ends a submission in another way: see scripts/framework/lost-answers.ts')
    return { code: code.replace(AFTER_ANSWER, (match) => match + KEEP_PAGE), map: null }
  },
})
