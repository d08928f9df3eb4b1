/** The one major version of Node on which the portal is built, tested and run; also in `engines` of package.json. */
export const SUPPORTED_NODE = 26
