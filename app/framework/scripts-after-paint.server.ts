const PRELOAD = '<link rel="modulepreload"'
const PAGE_MODULE = ' type="module" async="">'

/**
 * Keeps the browser from loading scripts before the page is drawn for the first time; `scriptsStart` then starts them.
 * React leaves the changed attributes as they are when it hydrates. Remix's `Scripts` has no option for it.
 */
export const withScriptsWaiting = (html: string): string =>
  html
    // Browsers that load it all the same do so after styles and fonts.
    .replaceAll(PRELOAD, `${PRELOAD} media="not all" fetchpriority="low"`)
    .replace(PAGE_MODULE, ' type="text/plain" data-page-module="">')

/**
 * The script that preloads and runs what `withScriptsWaiting` has held back, after the first frame; a page in a background
 * tab has no frames and starts at once. It ends the page.
 */
export const scriptsStart = (nonce: string): string =>
  `<script nonce="${nonce}">(${start})(document)</script>`

const start = `d=>{
const go=()=>{
for(const waiting of d.querySelectorAll('link[rel=modulepreload]'))add('link',{rel:'modulepreload',href:waiting.href});
const module=d.querySelector('script[data-page-module]');
module&&add('script',{type:'module',nonce:module.nonce,text:module.text})
};
const add=(tag,properties)=>d.head.append(Object.assign(d.createElement(tag),properties));
d.visibilityState==='hidden'?go():requestAnimationFrame(()=>setTimeout(go))
}`.replaceAll('\n', '')
