import './styles/index.css'
import type { HeadersFunction, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { isPaymentHandle } from './document/is-payment-handle'
import { NoScriptRefresh } from './document/no-script-refresh'
import { pageMeta } from './document/page-meta'
import { documentNonce, PageScripts, useNonce } from './document/page-scripts'
import { Forbidden, NotFound, SomethingWrong } from './errors/error-screens'
import { errorTitle } from './errors/error-text'
import { Frame } from './layouts/frame'
import { loadRootData } from './server/pages/root-data.server'
import cyrillic from './styles/fonts/golos-cyrillic.woff2?url'
import latin from './styles/fonts/golos-latin.woff2?url'
import { NavigationFocus } from './ui/navigation-focus/navigation-focus'

/** The font files that every page preloads with `as="font" crossorigin="anonymous"`. */
const preloadedFonts = [cyrillic, latin]

export const loader = ({ request, context }: LoaderFunctionArgs) => loadRootData(request, context)

export const meta = (args: MetaArgs<typeof loader>) =>
  args.error ? [{ title: errorTitle(statusOf(args.error)) }] : pageMeta(null, args)

export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? new Headers()

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce() ?? documentNonce
  const version = useVersion()
  const company = useRouteLoaderData<typeof loader>('root')?.company
  return (
    <html lang="ru" {...version?.attributes}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <NoScriptRefresh />
        {preloadedFonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <meta name="theme-color" content={(!version && company?.colours?.accent) || '#0a5557'} />
        {company?.logo ? (
          <link rel="icon" href={company.logo} />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
        {!version && company?.colours && (
          // Browsers hide the nonce that the server has written.
          <style nonce={nonce} suppressHydrationWarning>
            {company.colours.style}
          </style>
        )}
        {version && <link rel="stylesheet" href={version.stylesheet} />}
      </head>
      <body>
        {children}
        <NavigationFocus />
        <PageScripts />
      </body>
    </html>
  )
}

export default function Page() {
  return (
    <SiteFrame>
      <Outlet context={useVersion()} />
    </SiteFrame>
  )
}

export function ErrorBoundary() {
  const status = statusOf(useRouteError())
  const { pathname, search } = useLocation()
  const data = useRouteLoaderData<typeof loader>('root')
  const contacts = data?.base?.contacts
  return (
    <SiteFrame>
      {status === 404 ? (
        <NotFound contacts={contacts} isSignedIn={Boolean(data?.user)} />
      ) : status === 403 ? (
        <Forbidden contacts={contacts} />
      ) : (
        <SomethingWrong
          contacts={contacts}
          retryTo={data?.retryTo ?? pathname + search}
          requestId={data?.requestId}
        />
      )}
    </SiteFrame>
  )
}

/** The layouts use it too: the accessible version has its own layouts. */
const useVersion = () => useRouteLoaderData<typeof loader>('root')?.version

function SiteFrame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const isPayment = useMatches().some(({ handle }) => isPaymentHandle(handle))
  return (
    <Frame {...(data ?? {})} testPayments={isPayment && data?.testPayments} payLink>
      {children}
    </Frame>
  )
}

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)
