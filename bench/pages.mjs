/** The pages that are measured, and what the bare server has to ask the product API for to draw the same. */
export const pages = [
  { path: '/login', signedIn: false, calls: [] },
  { path: '/about', signedIn: false, calls: [['/api-gateway/page?path=%2Fabout']] },
  {
    path: '/personal',
    signedIn: true,
    // Each step waits for the one before, the calls of a step run at the same time.
    calls: [
      ['/api/v1/users/get-current-auth/', '/api/v1/personal/get-default-account'],
      ['/api/v1/personal/'],
    ],
  },
  {
    path: '/personal/invoice',
    signedIn: true,
    calls: [
      ['/api/v1/users/get-current-auth/', '/api/v1/personal/get-default-account'],
      ['/api/v1/personal/', 'POST /api/v1/personal/invoice/{default}'],
    ],
  },
]
