/** The address that writes an e-mail. */
export const mailHref = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`
