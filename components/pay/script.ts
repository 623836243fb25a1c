/** The optional script of payer pages. The address contains its hash, so that it may be cached for ever. */
export const payScript = "/pay.js?v=848af48e";
