import type { LoaderFunctionArgs } from '@remix-run/node'
import { calendarFile } from '~/features/reminders/calendar-file.server'
import { companyName } from '~/server/pages/company.server'
import { anyone } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'

const FILE = /^([\w-]{16,128})\.ics$/

const tokenIn = (file: string | undefined) => FILE.exec(file ?? '')?.[1] ?? null

export const handle = {
  access: 'all',
  secret: true,
  feature: 'reminders',
  isValid: ({ params }) => tokenIn(params.file) !== null,
} satisfies RouteHandle

/** No guard: calendar programs can't sign in, so the secret address alone opens it. */
export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { api } = await anyone(request, context)
  const { data } = await api.load('calendar', { id: tokenIn(params.file) ?? '' })
  const { publicUrl } = context.config
  return new Response(calendarFile(data, { company: await companyName(context), publicUrl }), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="calendar.ics"',
      'Cache-Control': 'private, max-age=3600',
      'X-Robots-Tag': 'noindex',
    },
  })
}
