/**
 * The whole style sheet of payer pages. It is a string in a module, not a .css file, so that the bundler, the test
 * runner and plain Node read it the same way. It must work in Chrome 61: no layers, no nesting, no oklch, no
 * light-dark(), no flex gap. Sides are symmetrical, or logical behind @supports; what such browsers cannot say in
 * logical sides is mirrored in a few rules that only pages from right to left get.
 */
const sheet = `
:root{
  --paper:#FBFAF6;--sheet:#FFFFFF;--sunk:#F3F1EA;--ink:#1B1C19;--ink-2:#56584F;--rule:#DDD9CD;--field:#85877B;
  --brand:#14532D;--on-brand:#FFFFFF;--ok:#1F6B3A;--ok-bg:#E9F3EA;--warn:#7A4B00;--warn-bg:#FFF3D6;
  --bad:#A3231A;--bad-bg:#FCEEEC;--info:#1D4F7C;--info-bg:#E9F1F8;--test:#FFD84D;--test-ink:#221D00;--ring:#0B57D0
}
@media (prefers-color-scheme:dark){:root{
  --paper:#131411;--sheet:#1A1C18;--sunk:#0E0F0C;--ink:#ECEAE2;--ink-2:#B4B6AB;--rule:#32352E;--field:#7D8074;
  --brand:#7FD19B;--on-brand:#0B2413;--ok:#86D39F;--ok-bg:#16281C;--warn:#F1C466;--warn-bg:#2C2208;
  --bad:#F59A90;--bad-bg:#331512;--info:#93C2EC;--info-bg:#132434;--ring:#A8C7FA
}}
*,*::before,*::after{box-sizing:border-box}
html{background:var(--paper);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,sans-serif;overflow-wrap:break-word;word-wrap:break-word}
h1,h2,p,dl,dd,ol{margin:0;padding:0}
h1{font-size:1.75rem;line-height:2.125rem;font-weight:600;letter-spacing:-.01em}
h2{font-size:1rem;line-height:1.5rem;font-weight:600;margin-top:2.5rem;padding-bottom:.5rem}
a{color:inherit;text-decoration:underline;text-underline-offset:.15em}
:focus{outline:2px solid var(--ring);outline-offset:2px}
h1:focus{outline:0}
.bar{background:var(--test);color:var(--test-ink);text-align:center;padding:.75rem 1rem;font-weight:500}
.col{max-width:28rem;margin:0 auto;padding:1rem 1rem 2rem}
.who{display:flex;align-items:center;margin-bottom:1.25rem}
.who>div:last-child{flex:1;min-width:0}
.tile{flex:none;width:2.5rem;height:2.5rem;margin-right:.75rem;background:var(--tile,var(--ink));color:var(--tile-text,var(--paper));border-radius:4px;text-align:center;line-height:2.5rem;font-weight:600}
.photo{display:block;width:100%;height:auto;max-height:20rem;object-fit:contain;background:var(--sheet);border-radius:4px;margin-bottom:1rem}
.logo{flex:none;width:2.5rem;height:2.5rem;margin-right:.75rem;border-radius:4px;object-fit:contain;background:#fff}
.name{font-weight:600;line-height:1.375rem}
.soft{color:var(--ink-2)}
.lead{color:var(--ink-2);margin-top:.5rem}
.text{margin-top:.5rem}
.keep{white-space:pre-line}
.price{font-size:1.25rem;line-height:1.75rem;font-weight:500;margin-top:.5rem;font-variant-numeric:tabular-nums}
.facts{border-top:2px solid var(--ink);margin-top:1.5rem}
h2+.facts{margin-top:0}
.facts>div{display:flex;flex-wrap:wrap;justify-content:space-between;border-bottom:1px solid var(--rule);padding:.75rem 0}
.facts dt{color:var(--ink-2);padding:0 1rem 0 0}
.facts dd{min-width:0;max-width:100%;margin-left:auto;text-align:right;font-variant-numeric:tabular-nums}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Roboto Mono",monospace;overflow-wrap:anywhere}
.note{margin:0 0 1.5rem;padding:.75rem 1rem;border-top:2px solid;background:var(--info-bg);color:var(--info)}
.note p,.note a{color:var(--ink)}
.note strong{font-weight:600;display:block}
.ok{background:var(--ok-bg);color:var(--ok)}
.bad{background:var(--bad-bg);color:var(--bad)}
.warn{background:var(--warn-bg);color:var(--warn)}
.mark{font-weight:600;margin-top:.5rem}
.m-ok{color:var(--ok)}.m-warn{color:var(--warn)}.m-end{color:var(--ink-2)}
.act{margin-top:1.5rem}
.act p{margin-top:.5rem;color:var(--ink-2)}
.btn{display:block;width:100%;min-height:3rem;padding:.6875rem 1rem;border:1px solid var(--field);border-radius:4px;background:var(--sheet);color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;-webkit-appearance:none;appearance:none}
.pri{background:var(--tile,var(--brand));color:var(--tile-text,var(--on-brand));border-color:var(--tile-edge,transparent)}
.danger{background:var(--bad);color:var(--paper);border-color:transparent}
.btn:active{opacity:.85}
.plan{margin-top:.75rem}
.btn .soft{display:block;font-weight:400}
.two{display:flex;flex-wrap:wrap;margin:1rem -.375rem 0}
.two>form{flex:1 1 11rem;display:flex;flex-direction:column;padding:.375rem}
.two p{margin-top:.5rem;color:var(--ink-2)}
.pay{margin-top:1rem}
.fld{margin-top:1rem}
.fld label,legend{display:block;font-weight:600;padding:0}
.fld label .soft{font-weight:400}
.fld>p{color:var(--ink-2);font-size:.9375rem;line-height:1.375rem;margin-top:.125rem}
.fld>.err,.err{color:var(--bad);font-weight:600}
.fld input,.fld select,.fld textarea{min-width:0;display:block;width:100%;height:3rem;margin-top:.5rem;padding:0 .75rem;border:1px solid var(--field);border-radius:4px;background:var(--sheet);color:var(--ink);font:inherit;font-size:1.0625rem}
.fld textarea{height:6rem;padding:.625rem .75rem;resize:vertical}
.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between}
.row label{margin:0 1rem 0 0}
.row select,.row input{flex:1 1 9rem;width:auto;margin:0}
.row input{flex:0 1 7rem;text-align:center}
.fld.wrong{padding-top:.25rem;border-top:2px solid var(--bad)}
.fld.wrong input,.fld.wrong select,.fld.wrong textarea{border:2px solid var(--bad)}
.pre{display:flex;margin-top:.5rem}
.pre span{flex:none;height:3rem;padding:0 .75rem;line-height:2.875rem;border:1px solid var(--field);border-right-width:0;background:var(--sunk);color:var(--ink-2);border-radius:4px 0 0 4px}
.pre input{margin:0;flex:1;min-width:0;border-radius:0 4px 4px 0}
.quick{display:flex;margin:.5rem -.25rem 0}
.quick .btn{flex:1;margin:0 .25rem;padding:.6875rem .25rem;width:auto;font-weight:500}
.ways{margin:1rem 0 0;padding:0;border:0;min-width:0}
.ways legend{margin-bottom:.5rem}
.ways>input{position:absolute;z-index:1;margin:1.0625rem 0 0 1rem;width:1.125rem;height:1.125rem;accent-color:var(--brand)}
.ways>label{display:inline-block;vertical-align:top;width:60%;min-height:3.25rem;padding:.8125rem .5rem .8125rem 2.75rem;border:1px solid var(--field);background:var(--sheet);font-weight:500;border-radius:4px 0 0 4px}
.ways>input:checked+label{border-color:var(--ink);background:var(--sunk);position:relative}
.ways>input:focus+label{outline:2px solid var(--ring);outline-offset:2px}
#by-card+label{width:40%;margin-left:-1px;border-radius:0 4px 4px 0}
.box{display:flex;margin-top:1rem}
.box input{flex:none;width:1.375rem;height:1.375rem;margin:.0625rem .75rem 0 0;accent-color:var(--brand)}
.cc,#by-card:checked~.mm{display:none}
#by-card:checked~.cc{display:block;margin-top:.75rem}
main *+.note{margin-top:1.5rem}
main>.note+h1{margin-top:0}
.sum>div{align-items:baseline}
.sum dd+dd{flex:1 1 100%;margin:.25rem 0 0;text-align:start}
.was{font-size:1rem;font-weight:400;white-space:nowrap}
.sum strong{font-weight:600;font-size:1.25rem}
.pay>.btn{margin-top:1.25rem;min-height:3.25rem;font-size:1.0625rem}
.safe{margin-top:.75rem;color:var(--ink-2);font-size:.9375rem;line-height:1.375rem}
.gap{margin-top:.75rem}
.note .pri{color:var(--tile-text,var(--on-brand))}
.note ul{margin:.25rem 0;padding:0 0 0 1.125rem;color:var(--ink)}
.one{white-space:nowrap}
.act p+p{margin-top:.75rem}
.big{font-size:1.125rem;line-height:1.625rem}
.say{font-size:1.25rem;line-height:1.625rem;margin-top:.25rem}
.m-bad{color:var(--bad)}
.left{margin-top:1rem;font-variant-numeric:tabular-nums}
main section{margin-top:1.5rem;border-top:1px solid var(--rule)}
main section h2{margin-top:1rem;padding:0 0 .25rem}
main section>form{margin-top:.5rem}
details{margin-top:1.25rem}
summary{padding:.75rem 0;cursor:pointer;text-decoration:underline;text-underline-offset:.15em}
.net{margin-top:.75rem}
.net summary{display:flex;align-items:baseline;padding:.75rem 0;text-decoration:none}
.net summary::-webkit-details-marker{display:none}
.net strong{font-weight:600}
.net summary .soft{flex:1;min-width:0;padding:0 .75rem}
.net .fld{margin-top:0}
[hidden]{display:none!important}
form[aria-busy] .btn{opacity:.7}
.sumup{font-size:1.75rem;line-height:2.125rem;font-variant-numeric:tabular-nums}
.slip .facts{margin-top:.75rem}
.slip .facts>div{padding:.5rem 0}
.slip .mark{margin-top:0}
.slip .keep{margin-top:1rem}
.act .btn+.btn,.act .btn+p,.act form+form,.act p+form,.act p+.btn,.facts+.lead,.slip+.soft{margin-top:.75rem}
.fld+.btn{margin-top:1.25rem}
.phone{margin-top:1.5rem;padding:1rem;border:2px solid var(--ink);border-radius:4px;background:var(--sheet)}
.play{padding:.375rem 1rem;text-align:center;font-weight:600;background:var(--sunk);border-bottom:1px solid var(--rule);font-size:.9375rem}
.list{list-style:none;margin:0;padding:0;border-top:1px solid var(--rule)}
.list li{display:flex;flex-wrap:wrap;justify-content:space-between;border-bottom:1px solid var(--rule);padding:.75rem 0;font-variant-numeric:tabular-nums}
.list span{flex:1 1 0;min-width:0;padding:0 1rem 0 0}
.list .soft{flex:1 1 100%}
.list b{font-weight:500;white-space:nowrap}
.more{list-style:none;margin:2.5rem 0 0;padding:0;border-top:1px solid var(--rule)}
.more li{border-bottom:1px solid var(--rule)}
.more details{margin:0}
.more a,.more summary{display:block;padding:.75rem 0}
.more .act{margin-bottom:1rem}
.plain{margin-top:1.5rem}
.plain a,.foot a{display:inline-block;padding:.75rem 0}
.foot{margin-top:3rem;border-top:1px solid var(--rule);padding-top:1rem;color:var(--ink-2)}
.foot nav>*{display:inline-block;padding:.75rem .625rem .75rem 0;font-size:.9375rem}
.foot b{font-weight:500;color:var(--ink)}
.pr{display:none}[data-print][hidden]{display:block!important;visibility:hidden}
@media print{:root{--paper:#FFFFFF;--ink:#000000;--ink-2:#333333;--rule:#999999}.foot nav,.act,.two,.plain,.play a{display:none}.pr{display:block}.tile{border:1px solid}.bar{border:1px solid #000000}}
`;

/** What a page from right to left mirrors. A phone, an amount and an address are typed from left to right there too. */
const mirrored = `
.tile,.logo{margin-left:.75rem;margin-right:0}
.facts dt,.list span{padding:0 0 0 1rem}
.facts dd{margin-left:0;margin-right:auto;text-align:left}
.row label{margin:0 0 0 1rem}
.row input[type=tel],.row input[inputmode]{text-align:center}
input[type=tel],input[type=email],input[type=number],input[inputmode]{direction:ltr;text-align:right}
.pre span{border-width:1px 1px 1px 0;border-radius:0 4px 4px 0}
.pre input{border-radius:4px 0 0 4px}
.ways>input{margin:1.0625rem 1rem 0 0}
.ways>label{padding:.8125rem 2.75rem .8125rem .5rem;border-radius:0 4px 4px 0}
#by-card+label{margin-left:0;margin-right:-1px;border-radius:4px 0 0 4px}
.box input{margin:.0625rem 0 0 .75rem}
.note ul{padding:0 1.125rem 0 0}
.foot nav>*{padding:.75rem 0 .75rem .625rem}
.item img,.blank{margin-left:1rem;margin-right:0}
h1{letter-spacing:0}
`;

/** The sheet, and the seller's colour in it as variables. A colour that is not #RRGGBB is left out. */
export function payCss(sellerColour?: string | null, direction: "ltr" | "rtl" = "ltr"): string {
  const colours = sellerColours(sellerColour);
  const own = colours
    ? `:root{--tile:${colours.back};--tile-text:${colours.text};--tile-edge:var(--field)}`
    : "";
  const sides = direction === "rtl" ? mirrored : "";
  return (sheet + sides).replace(/\n\s*/g, "") + own;
}

/**
 * The page with only those rules of its sheets that something on it can use, which is about half of them. What scripts
 * change are attributes, and no rule is left out for an attribute.
 */
export function withUsedCss(page: string): string {
  const names = new Set(Array.from(page.matchAll(/<([a-z]\w*)/g), ([, tag]) => tag));
  for (const [, name, text = ""] of page.matchAll(/ (class|id)="([^"]*)"/g))
    for (const one of text.split(" ")) names.add((name === "id" ? "#" : ".") + one);
  const isUsed = (selector: string) =>
    selector
      .replace(/::?[\w-]+|\[[^\]]*\]/g, "")
      .match(/[.#]?[a-z][\w-]*/gi)
      ?.every((one) => names.has(one)) ?? true;
  return page.replace(/(<style[^>]*>)([^<]*)/g, (_, tag: string, sheet: string) => {
    const used = sheet
      .replace(/([^{}]+)(\{[^{}]*\})/g, (_rule, selectors: string, body: string) => {
        const left = selectors.split(",").filter(isUsed);
        return left.length > 0 ? left.join(",") + body : "";
      })
      .replace(/@[^{}]+\{\}/g, "");
    return (
      tag +
      used.replace(/(--[\w-]+):[^;}]*;?/g, (line, name: string) =>
        used.includes(`var(${name})`) || used.includes(`var(${name},`) ? line : "",
      )
    );
  });
}

export type ButtonColours = { back: string; text: "#fff" | "#000" };

/**
 * The seller's colour with a readable text colour; null when it is not #RRGGBB. Only such a string ever reaches the
 * style sheet. White or black always has a contrast of at least 4.58:1.
 */
export function sellerColours(colour: string | null | undefined): ButtonColours | null {
  if (!colour || !/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const text = contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#fff" : "#000";
  return { back: colour.toLowerCase(), text };
}

/** WCAG 2 contrast of two #RRGGBB colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The optional script of payer pages. The address contains its hash, so that it may be cached for ever. */
export const payScript = "/pay.js?v=4bd172fa";

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
