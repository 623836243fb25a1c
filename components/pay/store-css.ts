/**
 * The additions of a store to the sheet of payer pages: products as rows on a phone, and side by side where there is room.
 * For the same old browsers.
 */
export const storeCss = `
.shop{list-style:none;margin:1.25rem 0 0;padding:0;border-top:2px solid var(--ink)}
.shop li{border-bottom:1px solid var(--rule)}
.item{display:flex;padding:1rem 0;text-decoration:none}
.item img,.blank{flex:none;display:block;width:6rem;height:6rem;margin-right:1rem;border-radius:4px;object-fit:cover;background:var(--sheet)}
@supports (margin-inline-end:0){.item img,.blank{margin-right:0;margin-inline-end:1rem}}
.blank{background:var(--sunk);color:var(--ink-2);font-size:2rem;line-height:6rem;text-align:center}
.what{flex:1 1 0;min-width:0;overflow-wrap:anywhere}
.what>*{display:block}
.what b{font-weight:600;line-height:1.375rem;text-decoration:underline;text-underline-offset:.15em}
.what .soft{font-size:.9375rem;line-height:1.375rem}
.cost{margin-top:.25rem;font-variant-numeric:tabular-nums}
.turn{display:flex;margin:1.5rem -.25rem 0}
.turn .btn{flex:1;width:auto;margin:0 .25rem}
@media (min-width:40rem){.col{max-width:68rem;padding-left:2rem;padding-right:2rem}.lead{max-width:42rem}
.shop{display:flex;flex-wrap:wrap;margin-left:-.75rem;margin-right:-.75rem;border:0}
.shop li{width:50%;padding:0 .75rem 1.5rem;border:0}
.item{display:block;height:100%;padding:0;border:1px solid var(--rule);border-radius:4px;background:var(--sheet);overflow:hidden}
.item img,.blank{width:100%;height:12rem;margin:0;border-radius:0;object-fit:contain}
.blank{line-height:12rem;font-size:3rem}
.what{padding:.75rem 1rem 1rem;display:block}
.turn{max-width:28rem}}
@media (min-width:60rem){.shop li{width:33.333%}}
@media (min-width:90rem){.col{max-width:88rem}.shop li{width:25%}}
`.replace(/\n\s*/g, "");
