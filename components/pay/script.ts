/** The optional script of payer pages. The number is a part of its hash, so that it may be cached for ever. */
export const payScript = "/pay.js?v=706a8c69";
