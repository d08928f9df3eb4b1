/** The setting that a database of the demo company has: the login of its first customer. */
export const demoSetting = 'demo_login'
