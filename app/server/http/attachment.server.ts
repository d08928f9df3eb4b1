/** The Content-Disposition of a file to save. `latinName` is for clients that can't read the Russian one. */
export const attachment = (name: string, latinName: string) =>
  `attachment; filename="${latinName}"; filename*=UTF-8''${encodeURIComponent(name)}`
