/** Whether the company's office is open at this moment, and until when, in words. */
export type OpenNow = { open: boolean; text: string }
