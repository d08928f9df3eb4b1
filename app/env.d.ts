/// <reference types="@remix-run/react/future/single-fetch.d.ts" />

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
}

export {}
