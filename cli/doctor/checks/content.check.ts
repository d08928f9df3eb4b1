import type { ApiConfig } from 'api/config'
import { checkContent, sampleNames } from 'api/content'
import { type Check, failed, ok, warning } from '../check'

const mostNamed = 3

/** Whether the files of CONTENT_DIR can be used, and in production are the company's own. */
export const contentCheck = (
  { contentDir }: Pick<ApiConfig, 'contentDir'>,
  isProduction: boolean,
): Check => ({
  name: 'content',
  async run() {
    const invented = isProduction ? [...new Set(sampleNames(contentDir).map(fileOf))] : []
    if (invented.length > 0)
      return failed(
        `${invented.length} files speak of the invented company: ${firstOf(invented)}`,
        'Put your own names and requisites there: customers agree to the consent and the offer as they stand. check-content lists every place.',
      )
    const problems = await checkContent({ contentDir, db: null, isSample: !isProduction })
    return problems.length > 0
      ? warning(`${problems.length} mistakes: ${firstOf(problems)}`, 'Correct them: check-content lists all.')
      : ok(isProduction ? `${contentDir} has no mistakes` : `${contentDir} has no mistakes, for a trial`)
  },
})

const fileOf = (line: string) => line.split(':', 1)[0] ?? line
const firstOf = (lines: readonly string[]) =>
  lines.slice(0, mostNamed).join(', ') + (lines.length > mostNamed ? ' …' : '')
