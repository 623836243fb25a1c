/**
 * The additions of an invoice to the sheet of payer pages: a wider column, the paper with its ink line, and the print
 * layout. For the same old browsers.
 */
export const invoiceCss = `
.col{max-width:44rem}
.paper{background:var(--sheet);border:1px solid var(--rule);border-top:2px solid var(--ink);padding:1.25rem 1rem;margin-top:1.5rem}
.paper.done{border-top-color:var(--ok)}
.m-bad{color:var(--bad)}
.sides{display:flex;flex-wrap:wrap;margin:0 -.5rem}
.sides>div{flex:1 1 14rem;min-width:0;padding:0 .5rem 1rem}
.sides p{margin:0}
.paper h2{margin-top:1.5rem}
.paper .facts{margin-top:1rem}
.paper .due dd,.paper .due dt{font-weight:600;color:var(--ink);font-size:1.25rem;line-height:1.75rem}
.paper .due{border-top:2px solid var(--ink)}
@media (min-width:40rem){.paper{padding:2rem}}
@media print{.col{max-width:none;padding:0}.paper{border-left:0;border-right:0;border-bottom:0;padding:1rem 0}
.pay,.note,.foot,.noprint{display:none}.list li,.facts>div{page-break-inside:avoid;break-inside:avoid}}
`.replace(/\n\s*/g, "");
