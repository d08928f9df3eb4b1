import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React's spelling, which is equally valid.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'prefer-native-element': 'off',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'no-redundant-role': 'off',
    'tel-non-breaking': 'off',
    'no-inline-style': 'off',
  },
})

/** The faults of a whole page, one line each. */
export async function faultsOfHtml(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}
