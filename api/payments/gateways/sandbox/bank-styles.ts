/** The look of the test bank: nobody may take it for a real one, or for a page of the company's. */
export const bankStyles = `
* { box-sizing: border-box; margin: 0; }
html { color-scheme: light; -webkit-text-size-adjust: 100%; }
body { background: #f4efe4; color: #22201b; font: 1.0625rem/1.5 Georgia, 'Times New Roman', serif; }
a { color: #4a2a7b; }
:focus-visible { outline: 3px solid #4a2a7b; outline-offset: 2px; }
header { background: repeating-linear-gradient(-45deg, #f5c518 0 1rem, #22201b 1rem 2rem); padding: .75rem 1rem; }
header p { background: #fffdf6; border-radius: .25rem; margin: 0 auto; max-width: 30rem; padding: .5rem .75rem; text-align: center; }
main { margin: 1.5rem auto 3rem; max-width: 32rem; padding: 0 1rem; }
.slip { background: #fffdf6; border: 1px solid #b9ae94; border-radius: .25rem; padding: clamp(1rem, 5vw, 2rem); }
h1 { font-size: clamp(1.5rem, 6vw, 2rem); line-height: 1.2; margin-bottom: .75rem; }
h2 { font-size: 1.125rem; margin-bottom: .5rem; }
p + p, dl + *, .slip > * + *, form > * + * { margin-top: 1rem; }
dl { display: grid; gap: .25rem .75rem; grid-template-columns: auto 1fr; }
dt { color: #5c5545; }
dd { overflow-wrap: anywhere; }
.pair { align-items: end; display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; }
label { display: block; font-weight: bold; }
.hint { color: #5c5545; display: block; font-size: .9375rem; }
.wrong { color: #8c1020; display: block; font-weight: bold; }
input:not([type=checkbox]), select { background: #fff; border: 2px solid #6c6351; border-radius: .25rem; color: inherit; display: block; font: inherit; margin-top: .25rem; min-height: 3rem; padding: .5rem .75rem; width: 100%; }
input[aria-invalid=true] { border-color: #8c1020; }
input[type=checkbox] { height: 1.5rem; margin-right: .5rem; vertical-align: text-bottom; width: 1.5rem; }
.check { align-items: flex-start; display: flex; font-weight: normal; min-height: 2.75rem; padding-top: .5rem; }
button, .button { background: #fffdf6; border: 2px solid #4a2a7b; border-radius: .25rem; color: #4a2a7b; cursor: pointer; display: inline-block; font: bold 1.0625rem/1.25 Georgia, serif; min-height: 3rem; padding: .75rem 1.25rem; text-decoration: none; }
button.main, .button.main { background: #4a2a7b; color: #fff; }
button.main { width: 100%; }
button:hover, .button:hover { background: #35195f; color: #fff; }
.errors { border: 2px solid #8c1020; padding: 1rem; }
.errors a { color: #8c1020; }
details { border-top: 1px solid #b9ae94; padding-top: .75rem; }
summary { cursor: pointer; font-weight: bold; min-height: 2.75rem; padding: .5rem 0; }
details > * + * { margin-top: .75rem; }
.cards { list-style: none; padding: 0; }
.cards li { align-items: center; border-top: 1px dotted #b9ae94; display: flex; gap: 1rem; padding: .5rem 0; }
.cards li > span { flex: 1; }
.cards code { font: 1rem/1.5 ui-monospace, monospace; }
.cards button { font-size: .9375rem; min-height: 2.75rem; padding: .5rem .75rem; }
.actions { display: flex; flex-wrap: wrap; gap: 1rem; }
@media (max-width: 22rem) { .pair { grid-template-columns: 1fr; } }
`
