/** The measured pages, and the product API calls that the bare server makes for each. */
export const pages = [
  { path: '/login', signedIn: false, calls: [] },
  { path: '/about', signedIn: false, calls: [['/api-gateway/page?path=%2Fabout']] },
  {
    path: '/personal',
    signedIn: true,
    // Steps run one after another, the calls of a step in parallel.
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
  {
    path: '/personal/history',
    signedIn: true,
    calls: [
      ['/api/v1/users/get-current-auth/', '/api/v1/personal/get-default-account'],
      [
        '/api/v1/personal/',
        '/api/v1/personal/history/{default}?limit=20',
        '/api/v1/personal/charges/{default}?months=24',
      ],
    ],
  },
]
