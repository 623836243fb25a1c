import { payCss } from "@/components/pay/pay-css";

/** Beside the payer pages' own sheet: the same paper, ink and rules, with room for two columns. */
const home = `
.page{max-width:68rem;margin:0 auto;padding:1rem 1rem 3rem}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;padding-bottom:1rem;border-bottom:2px solid var(--ink)}
.top b{font-weight:600;font-size:1.0625rem}
.top ul,.end ul{list-style:none;margin:0 -.5rem;padding:0;display:flex;flex-wrap:wrap}
.top a,.top li>span,.end a{display:block;padding:.75rem .5rem}
.top li>span{font-weight:600}
.hero{padding:2.5rem 0 3rem}
.hero h1{font-size:2rem;line-height:2.375rem;letter-spacing:-.02em;max-width:20ch}
.hero .lead{font-size:1.125rem;line-height:1.75rem;margin-top:1rem;max-width:34rem}
.go{display:flex;flex-wrap:wrap;margin:1.25rem -.375rem 0}
.go .btn{flex:1 1 11rem;width:auto;margin:.375rem}
.wide{display:none}
.fee{margin-top:.75rem;color:var(--ink-2);max-width:34rem}
.slip{margin:2.5rem 0 0;padding:1.25rem;background:var(--sheet);border:1px solid var(--rule);border-top:2px solid var(--ink);border-radius:4px}
.slip p:first-child{display:flex;align-items:center;font-weight:600}
.slip .sumup{font-weight:500;margin-top:1rem}
.slip .mark{margin-top:.75rem}
.slip .facts{margin-top:1rem;border-top-width:1px}
.slip figcaption{color:var(--ink-2);font-size:.9375rem;line-height:1.375rem;margin-top:1rem}
.part{border-top:2px solid var(--ink);padding:1rem 0 3rem}
.part h2{margin:0 0 1rem;padding:0;font-size:1.25rem;line-height:1.75rem}
.grid{margin:0;padding:0;list-style:none}
.grid li{border-bottom:1px solid var(--rule);padding:1rem 0;max-width:34rem}
.grid h3{margin:0;font-size:1rem;line-height:1.5rem;font-weight:600}
.grid p{color:var(--ink-2);margin-top:.25rem}
.grid b{display:block;font-size:1.625rem;line-height:2rem;font-weight:500}
.end{border-top:1px solid var(--rule);padding-top:1rem;color:var(--ink-2)}
.end p{margin-top:.5rem;max-width:40rem}
@media (min-width:48rem){
.page{padding:1.5rem 2rem 4rem}
.wide{display:block}
.go .btn{max-width:18rem}
.grid{display:flex;flex-wrap:wrap;margin:0 -1.25rem}
.four li{flex-basis:40%!important}
.grid li{flex:1 1 16rem;max-width:none;margin:0 1.25rem;border-bottom:0;border-top:1px solid var(--rule)}
}
@media (min-width:60rem){
.hero{display:flex;align-items:flex-start;justify-content:space-between;padding:4.5rem 0 5rem}
.hero>div{flex:1 1 0;padding:0 3rem 0 0}
.hero h1{font-size:2.75rem;line-height:3.125rem}
.slip{flex:0 0 22rem;margin:0}
}
`;

export const homeCss = payCss() + home.replace(/\n\s*/g, "");
