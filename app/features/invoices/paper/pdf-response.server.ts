import type { AppLoadContext } from '@remix-run/node'
import { companyContact } from '~/server/pages/company-name.server'
import { cachedPdf } from './cached-pdf.server'
import type { Paper } from './paper'

interface FileNames {
  /** In Russian, without the extension. */
  name: string
  /** In Latin letters, for clients that cannot read the other. */
  latinName: string
}

/** The paper as a PDF file to save. */
export const pdfResponse = async (
  paper: Paper,
  { name, latinName }: FileNames,
  context: AppLoadContext,
): Promise<Response> => {
  const pdf = await cachedPdf({ paper, company: await companyContact(context) })
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${latinName}.pdf"; filename*=UTF-8''${encodeURIComponent(`${name}.pdf`)}`,
    },
  })
}
